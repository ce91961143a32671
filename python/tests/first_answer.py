"""Runs a command that serves until somebody ends it: until it has answered a first request.

    first_answer.py COMMAND...
"""

import re
import subprocess
import sys
import urllib.request

server = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, universal_newlines=True)
answered = False
for line in server.stdout:
    print(line, end="", flush=True)
    address = re.search(r"http://127\.0\.0\.1:\S+", line)
    if address:
        answered = b"<title>" in urllib.request.urlopen(address.group()).read()
        break
server.terminate()
server.wait()
sys.exit(0 if answered else "it did not answer")
