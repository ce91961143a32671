"""How programs start and end: signals, exceptions, exits, children and threads."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

from conftest import environment

ADD = """
import ttnn
device = ttnn.open_device(device_id=0)
a = ttnn.Tensor([1.0] * 1024, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
b = ttnn.add(a, a)
"""


def test_a_program_without_torch_or_numpy_computes(run_code):
    hidden = """
        import sys
        class Hidden:
            def find_spec(self, name, path=None, target=None):
                if name.split(".")[0] in ("torch", "numpy"):
                    raise ModuleNotFoundError(name)
        sys.meta_path.insert(0, Hidden())
    """
    done = run_code(textwrap.dedent(hidden) + ADD + "print(b.to_list()[31][31], 'torch' in sys.modules)")
    assert (done.stdout, done.stderr, done.returncode) == ("2.0 False\n", "", 0)


def test_the_code_of_sys_exit_is_that_of_the_process(run_code):
    done = run_code(ADD + "import sys\nsys.exit(7)")
    assert (done.returncode, done.stdout, done.stderr) == (7, "", "")


def test_an_exception_that_nobody_catches_is_printed_and_the_code_is_one(run_code):
    done = run_code(ADD + "raise ValueError('by the program')")
    assert done.returncode == 1
    assert done.stderr.endswith("ValueError: by the program\n")
    assert done.stderr.startswith("Traceback (most recent call last):")


def test_what_the_program_does_at_exit_can_still_call(run_code):
    done = run_code(ADD + "import atexit\natexit.register(lambda: print(ttnn.add(b, b).to_list()[0][0]))")
    assert (done.stdout, done.stderr, done.returncode) == ("4.0\n", "", 0)


def test_tensors_that_are_left_at_exit_do_no_harm(run_code):
    done = run_code(ADD + "class Late:\n    def __del__(self): ttnn.add(b, b)\nlate = Late()\nlate.me = late")
    assert done.returncode == 0


def test_control_c_in_python_raises_keyboard_interrupt(tmp_path):
    code = ADD + textwrap.dedent(
        """
        import sys, time
        print("ready", flush=True)
        try:
            while True:
                ttnn.add(a, a)
        except KeyboardInterrupt:
            print("interrupted", ttnn.add(a, a).to_list()[0][0])
            sys.exit(5)
        """
    )
    script = tmp_path / "program.py"
    script.write_text(code)
    process = subprocess.Popen(
        [sys.executable, str(script)], stdout=subprocess.PIPE, universal_newlines=True, env=environment()
    )
    try:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[0] == "interrupted 2.0\n"
        assert process.returncode == 5
    finally:
        process.kill()


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_that_ends_programs_ends_this_one(run_code, name):
    done = run_code(ADD + "import os, signal\nos.kill(os.getpid(), signal.%s)\nimport time\ntime.sleep(60)" % name)
    assert done.returncode == -getattr(signal, name)


def test_faulthandler_may_be_turned_on_and_off_at_any_time(run_code):
    code = """
        import faulthandler
        faulthandler.enable()
    """
    later = """
        for _ in range(50):
            faulthandler.disable()
            ttnn.add(a, a)
            faulthandler.enable()
            ttnn.add(a, a)
        try:
            ttnn.add(a, None)
        except (TypeError, RuntimeError):
            print("refused")
    """
    done = run_code(textwrap.dedent(code) + ADD + textwrap.dedent(later))
    assert (done.stdout, done.stderr, done.returncode) == ("refused\n", "", 0)


def test_a_handler_of_sigsegv_that_others_install_is_put_back(run_code):
    later = """
        import ctypes, signal
        libc = ctypes.CDLL(None)
        handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(lambda number: None)
        for number in (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL):
            libc.signal(int(number), handler)
        for _ in range(20000):
            b = ttnn.add(a, a)
        print(b.to_list()[0][0])
    """
    done = run_code(ADD + textwrap.dedent(later))
    assert (done.stdout, done.stderr, done.returncode) == ("2.0\n", "", 0)


def test_a_true_crash_still_prints_the_stack_of_python(run_code):
    done = run_code(ADD + "import ctypes\nprint(flush=True)\nctypes.string_at(8)", TILESCOPE_JAVA_OPTS="-XX:-CreateCoredumpOnCrash -XX:ErrorFile=/dev/null")
    assert done.returncode in (-signal.SIGSEGV, -signal.SIGABRT)


def test_a_forked_child_is_told_that_it_cannot_call(run_code):
    later = """
        import os, sys
        child = os.fork()
        if child == 0:
            try:
                ttnn.add(a, a)
            except RuntimeError as e:
                print(e, flush=True)
                os._exit(3)
            os._exit(4)
        print(os.waitpid(child, 0)[1] >> 8, ttnn.add(a, a).to_list()[0][0])
    """
    done = run_code(ADD + textwrap.dedent(later))
    told, rest = done.stdout.splitlines()
    assert told.startswith("Tilescope does not work in a forked process")
    assert 'start method "spawn"' in told
    assert (rest, done.stderr) == ("3 2.0", "")


def test_a_child_forked_while_other_threads_call_is_told_too(run_code):
    later = """
        import os, threading
        stop = threading.Event()

        def call():
            while not stop.is_set():
                ttnn.add(a, a)

        threads = [threading.Thread(target=call) for _ in range(3)]
        for each in threads: each.start()
        codes = set()
        for _ in range(20):
            child = os.fork()
            if child == 0:
                try:
                    ttnn.add(a, a)
                except RuntimeError as e:
                    os._exit(3 if "forked process" in str(e) else 5)
                os._exit(4)
            codes.add(os.waitpid(child, 0)[1] >> 8)
        stop.set()
        for each in threads: each.join()
        print(codes, ttnn.add(a, a).to_list()[0][0])
    """
    done = run_code(ADD + textwrap.dedent(later), timeout=60)
    assert (done.stdout, done.stderr) == ("{3} 2.0\n", "")


def test_a_child_forked_while_a_thread_starts_the_jvm_is_told_too(run_code):
    code = """
        import os, threading
        import ttnn
        from ttnn import _door

        begun, forked = threading.Event(), threading.Event()
        create = _door._create

        def create_later():
            begun.set()
            forked.wait()
            return create()

        _door._create = create_later
        thread = threading.Thread(target=ttnn.open_device, kwargs=dict(device_id=0))
        thread.start()
        begun.wait()
        child = os.fork()
        if child == 0:
            try:
                ttnn.open_device(device_id=0)
            except RuntimeError as e:
                os._exit(3 if "forked process" in str(e) else 5)
            os._exit(4)
        forked.set()
        print(os.waitpid(child, 0)[1] >> 8)
        thread.join()
    """
    done = run_code(code, timeout=60)
    assert (done.stdout, done.stderr) == ("3\n", "")


def test_a_forked_child_that_ends_by_itself_does_not_hang(run_code):
    done = run_code(ADD + "import os\nif os.fork() == 0:\n    raise SystemExit(0)\nprint(os.wait()[1])", timeout=30)
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_workers_of_multiprocessing_that_fork_get_an_error_and_those_that_spawn_compute(run_code):
    code = """
        import multiprocessing, sys
        import ttnn

        def work(_):
            device = ttnn.open_device(device_id=0)
            a = ttnn.Tensor([1.0] * 1024, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
            return ttnn.add(a, a).to_list()[0][0]

        if __name__ == "__main__":
            work(0)
            with multiprocessing.get_context("fork").Pool(1) as pool:
                try:
                    pool.map(work, [0])
                except RuntimeError as e:
                    print(str(e).split(":")[0])
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.map(work, [0]))
    """
    done = run_code(code)
    assert (done.stdout, done.stderr) == ("Tilescope does not work in a forked process\n[2.0]\n", "")


def test_children_forked_before_the_first_call_compute_for_themselves(run_code):
    code = """
        import os
        import ttnn
        child = os.fork()
        device = ttnn.open_device(device_id=0)
        a = ttnn.Tensor([1.0] * 1024, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
        line = "%s\\n" % ttnn.add(a, a).to_list()[0][0]
        os.write(1, line.encode())  # whole, beside what the other writes
        if child:
            print(os.waitpid(child, 0)[1])
    """
    done = run_code(code)
    assert (sorted(done.stdout.split()), done.stderr) == (["0", "2.0", "2.0"], "")


def test_subprocesses_run_as_ever(run_code):
    done = run_code(ADD + "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'print(1)'], check=True)")
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_a_program_whose_first_call_is_in_a_thread_ends(run_code):
    code = """
        import threading
        import ttnn

        def work():
            device = ttnn.open_device(device_id=0)
            a = ttnn.Tensor([1.0] * 1024, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
            print(ttnn.add(a, a).to_list()[0][0])

        for _ in range(2):
            thread = threading.Thread(target=work)
            thread.start()
            thread.join()
    """
    done = run_code(code, timeout=60)
    assert (done.stdout, done.stderr, done.returncode) == ("2.0\n2.0\n", "", 0)


def test_eight_threads_call_a_thousand_times_each(run_code):
    later = """
        import threading
        failures, results = [], []

        def work(number):
            try:
                mine = ttnn.Tensor([float(number)] * 1024, [32, 32], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
                for _ in range(1000):
                    sum = ttnn.add(mine, a)
                results.append(sum.to_list()[0][0])
            except BaseException as e:
                failures.append(e)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for each in threads: each.start()
        for each in threads: each.join()
        print(failures, sorted(results))
    """
    done = run_code(ADD + textwrap.dedent(later))
    assert done.stdout == "[] [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]\n"
    assert (done.stderr, done.returncode) == ("", 0)


def test_a_handler_of_a_signal_that_calls_does_not_disturb_the_call_it_interrupts(run_code):
    later = """
        import signal
        other = ttnn.Tensor([3.0] * 64, [1, 64], ttnn.bfloat16, ttnn.TILE_LAYOUT, device)
        wrong, handled = [], []

        def handler(*_):
            handled.append(1)
            sum = ttnn.add(other, other)
            if list(sum.shape) != [1, 64] or "6" not in str(sum):
                wrong.append(str(sum))

        signal.signal(signal.SIGALRM, handler)
        signal.setitimer(signal.ITIMER_REAL, 0.002, 0.002)
        while len(handled) < 200:
            b = ttnn.add(a, a)
            if list(b.shape) != [32, 32] or b.memory_config() != a.memory_config() or len(str(b)) < 100:
                wrong.append(str(b))
        signal.setitimer(signal.ITIMER_REAL, 0)
        print(wrong[:3])
    """
    done = run_code(ADD + textwrap.dedent(later))
    assert (done.stdout, done.stderr, done.returncode) == ("[]\n", "", 0)


def test_twenty_thousand_calls_under_pytest_with_torch_and_threads_crash_nothing(run, tmp_path):
    pytest.importorskip("torch")
    test = """
        import threading
        import torch
        import ttnn

        def test_calls():
            device = ttnn.open_device(device_id=0)
            failures = []

            def work(number):
                try:
                    values = torch.full((32, 32), float(number), dtype=torch.bfloat16)
                    mine = ttnn.from_torch(values, layout=ttnn.TILE_LAYOUT, device=device)
                    for i in range(5000):
                        sum = ttnn.add(mine, mine)
                        if i % 100 == 0:
                            assert torch.equal(ttnn.to_torch(sum), values + values)
                except BaseException as e:
                    failures.append(e)

            threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
            for each in threads: each.start()
            for each in threads: each.join()
            assert not failures
            ttnn.close_device(device)
    """
    (tmp_path / "test_calls.py").write_text(textwrap.dedent(test))
    done = run("-X", "faulthandler", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_calls.py")
    assert (done.stdout.splitlines()[-1].split(" in ")[0], done.stderr) == ("1 passed", "")


MEMORY = """
    import gc
    def resident():
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * 4096
"""


def test_a_hundred_thousand_tensors_leave_no_memory_behind(run_code):
    later = """
        def make(count):
            for _ in range(count):
                ttnn.add(a, a)

        make(20000)
        gc.collect()
        before, allocated = resident(), device.allocator().get_statistics(ttnn.BufferType.DRAM).total_allocated_bytes
        make(100000)
        gc.collect()
        statistics = device.allocator().get_statistics(ttnn.BufferType.DRAM)
        print(statistics.total_allocated_bytes - allocated, resident() - before < 30 << 20)
    """
    done = run_code(textwrap.dedent(MEMORY) + ADD + textwrap.dedent(later), TILESCOPE_JAVA_OPTS="-Xmx256m")
    assert (done.stdout, done.stderr) == ("0 True\n", "")


def test_tensors_in_cycles_are_freed_by_the_collector(run_code):
    later = """
        class Holder: pass

        def in_use():
            return device.allocator().get_statistics(ttnn.BufferType.DRAM).total_allocated_bytes

        before = in_use()
        for _ in range(1000):
            holder = Holder()
            holder.me, holder.tensor = holder, ttnn.add(a, a)
        del holder
        gc.collect()
        print(in_use() - before)
    """
    done = run_code("import gc\n" + ADD + textwrap.dedent(later))
    assert (done.stdout, done.stderr) == ("0\n", "")


def test_threads_that_come_and_go_leave_no_memory_behind(run_code):
    later = """
        import threading

        def call_in_threads(count):
            for _ in range(count):
                thread = threading.Thread(target=ttnn.add, args=(a, a))
                thread.start()
                thread.join()

        call_in_threads(500)
        before = resident()
        call_in_threads(2000)
        print(resident() - before < 30 << 20, len(os.listdir("/proc/self/task")) < 40)
    """
    done = run_code("import os\n" + textwrap.dedent(MEMORY) + ADD + textwrap.dedent(later), TILESCOPE_JAVA_OPTS="-Xmx256m")
    assert (done.stdout, done.stderr) == ("True True\n", "")


def test_a_reader_that_goes_away_is_a_broken_pipe_as_ever(tmp_path):
    script = tmp_path / "program.py"
    script.write_text(ADD + "while True:\n    print('line', flush=True)\n    ttnn.add(a, a)")
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        universal_newlines=True,
        env=environment(),
    )
    try:
        assert process.stdout.readline() == "line\n"
        process.stdout.close()
        assert "BrokenPipeError" in process.stderr.read()
        assert process.wait(timeout=60) == 1
    finally:
        process.kill()


def test_memory_that_java_does_not_have_is_an_error_like_others(run_code):
    code = ADD + """
try:
    ttnn.zeros([1 << 15, 1 << 15], dtype=ttnn.float32, layout=ttnn.ROW_MAJOR_LAYOUT).to_list()
except (RuntimeError, MemoryError) as e:
    print("refused", ttnn.add(a, a).to_list()[0][0])
"""
    done = run_code(code, TILESCOPE_JAVA_OPTS="-Xmx256m")
    assert (done.stdout, done.stderr, done.returncode) == ("refused 2.0\n", "", 0)


def test_jars_of_another_build_are_refused(run_code):
    done = run_code("from ttnn import _door\n_door.FINGERPRINT += 1\n" + ADD)
    assert done.returncode == 1
    assert "are not of the same build" in done.stderr and "./tilescope --version" in done.stderr


def test_without_java_the_error_says_what_to_install(run_code):
    done = run_code("from ttnn import _door\n_door._homes_to_try = lambda: ['/no/java']\n" + ADD)
    assert done.returncode == 1
    assert "No Java 25 was found" in done.stderr
    assert "JAVA_HOME" in done.stderr and "/no/java" in done.stderr


def test_a_cache_that_does_not_fit_is_passed_over_in_silence(run_code, tmp_path):
    (tmp_path / "wrong.aot").write_bytes(b"not a cache" * 1000)
    done = run_code(ADD + "print(b.to_list()[0][0])", TILESCOPE_PYTHON_CACHE=tmp_path / "wrong.aot")
    assert (done.stdout, done.stderr, done.returncode) == ("2.0\n", "", 0)
