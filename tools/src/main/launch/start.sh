# How the JVM is started for each command: read by ./tilescope and by bin/tilescope of the archive.
# shellcheck shell=sh disable=SC2034 # they use what is set here

compute_commands='demo' # these get the Vector API

has_word() { case " $1 " in *" $2 "*) ;; *) return 1 ;; esac }

# Sets $command, its $profile, which has a start-up cache of its own, the $flags of that, and the
# $training: what to run to make the cache.
choose_profile() {
  command=
  for word; do
    case $word in
      -*) ;;
      *) command=$word && break ;;
    esac
  done
  flags='--enable-native-access=ALL-UNNAMED' training=WarmUp
  if has_word "$compute_commands" "$command"; then
    profile=compute flags="$flags --add-modules=jdk.incubator.vector" training='WarmUp demo'
  elif [ -z "$command" ]; then
    # --help and --version: over before C2 could pay, and before all that commands need is loaded.
    profile=help flags="$flags -XX:+UseSerialGC -XX:TieredStopAtLevel=1" training='Main --help'
  elif [ "$command" = python ] && ! asks_for_help "$@"; then
    # Python starts the JVM, with options of its own.
    profile=python flags='' training=''
    find_python
    export_for_python
  elif [ "$command" = import ]; then
    profile=import flags="$flags -XX:+UseSerialGC" training='WarmUp import'
  else
    profile=light flags="$flags -XX:+UseSerialGC"
  fi
}

# 'tilescope python --help' is about this command; a script's own help comes after the script's name.
asks_for_help() {
  [ "$#" -ge 2 ] || return
  while [ "$1" != python ]; do shift; done
  case ${2-} in -h | --help) return 0 ;; *) return 1 ;; esac
}

# Adds what suits the command itself.
tune() {
  little_compiling="-XX:InlineSmallCode=500 -XX:FreqInlineSize=100 \
    -XX:Tier4InvocationThreshold=15000 -XX:Tier4CompileThreshold=40000 \
    -XX:Tier4BackEdgeThreshold=120000"
  case $command in
    import)
      # Bounded memory is a promise of this command; little inlining and only of what is called often,
      # because compiling costs more than it gains.
      flags="$flags -Xms400m -Xmn200m -Xmx680m $little_compiling"
      if all_small "$@"; then
        # Up to some 40,000 operations an import is over before the second compiler has paid for itself.
        flags="$flags -XX:TieredStopAtLevel=1"
      else
        # Reading waits for the collector, half as long for two threads of it.
        flags="$flags -XX:-UseSerialGC -XX:+UseParallelGC -XX:ParallelGCThreads=2"
      fi
      ;;
    # A database is asked in less time than the second compiler would take for itself.
    peak | memory) has_database "$@" && flags="$flags -XX:TieredStopAtLevel=1" ;;
    # The same, and bounded: a large report becomes a database first, as for import.
    explain)
      flags="$flags -Xmx300m"
      if has_database "$@" || all_small "$@"; then
        flags="$flags -XX:TieredStopAtLevel=1"
      else
        flags="$flags $little_compiling"
      fi
      ;;
    # Bounded too, whatever the size of what it shows: it reads by the page.
    serve) flags="$flags -Xms24m -Xmx128m -Xss512k -XX:TieredStopAtLevel=1" ;;
  esac
}

# One of the words is a database, or the folder of one.
has_database() {
  for word; do
    case $word in *.sqlite) return ;; esac
    [ -f "$word/db.sqlite" ] && return
  done
  return 1
}

# The words that are files are there, plain, and of 200 MB at most.
all_small() {
  small=1
  for word; do
    case $word in *.gz | *.zst) return 1 ;; esac
    if [ -f "$word" ] && [ -r "$word" ]; then
      [ "$(wc -c <"$word")" -le 200000000 ] || return 1
      small=0
    fi
  done
  return $small
}

# In the locale C, which many services and containers have, the JVM cannot name a file whose name is
# not ASCII. Nothing but the charset differs in C.UTF-8; where that is missing all stays as it was.
use_utf8() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG-}}} in
    '' | C | POSIX)
      [ -n "${LC_ALL-}" ] && export LC_ALL=C.UTF-8
      export LC_CTYPE=C.UTF-8
      ;;
  esac
}

# The JVM announces the Vector API with a warning that no option turns off. It starts with standard
# error going through a filter for that one line, and the true one as descriptor 3; the first thing
# our code does is to put the true one back (StandardError.java), and the filter ends.
# $1 is a folder for a pipe.
hide_warning() {
  pipe=$1/tilescope-stderr-$$
  (: 3>&2) && mkfifo "$pipe" 2>/dev/null || return
  (
    while IFS= read -r line || [ -n "$line" ]; do
      [ "$line" = 'WARNING: Using incubator modules: jdk.incubator.vector' ] || printf '%s\n' "$line"
    done
  ) <"$pipe" >&2 &
  exec 3>&2 2>"$pipe"
  rm -f "$pipe"
  flags="$flags -Dtilescope.stderr=3"
}

# Sets $python to a Python that is new enough.
find_python() {
  named=${TILESCOPE_PYTHON:-python3}
  python=$(command -v "$named") || {
    printf 'tilescope: needs Python 3.9 or newer, but there is no %s: install it (on Debian: %s), or set %s\n' \
      "$named" 'apt install python3' 'TILESCOPE_PYTHON to the path of one.' >&2
    exit 1
  }
  "$python" -I -S -c 'import sys; sys.exit(sys.version_info < (3, 9))' && return
  printf 'tilescope: needs Python 3.9 or newer, but %s is %s: set TILESCOPE_PYTHON to the path of another.\n' \
    "$python" "$("$python" -V 2>&1)" >&2
  exit 1
}

# Our packages in $packages come before others of their names.
export_for_python() {
  PYTHONPATH=$packages${PYTHONPATH:+:$PYTHONPATH} TILESCOPE_APP=$app TILESCOPE_JAVA=$java
  export PYTHONPATH TILESCOPE_APP TILESCOPE_JAVA
}

# Sets where the report goes to the word after --report.
take_report() {
  [ "$1" = --report ] && [ -n "${2-}" ] || {
    printf 'tilescope: python --report needs the FILE of the report and then the program: %s\n' \
      'python --report report.json SCRIPT ARGUMENTS' >&2
    exit 2
  }
  export TILESCOPE_REPORT="$2"
}

# Becomes Python with the words after 'python' and its own option, --report FILE.
start_python() {
  while [ "$1" != python ]; do shift; done
  shift
  case ${1-} in
    --report=?*) export TILESCOPE_REPORT="${1#*=}" && shift ;;
    --report | --report=) take_report "$@" && shift 2 ;;
  esac
  TILESCOPE_PYTHON_CACHE=$cache
  export TILESCOPE_PYTHON_CACHE
  exec "$python" "$@"
}

# Becomes the program, on the Java in $java with the jars in $app, the start-up cache $cache if there
# is one, and the folder $scratch for a pipe.
start() {
  [ "$profile" = python ] && start_python "$@"
  tune "$@"
  use_utf8
  [ "$profile" = compute ] && hide_warning "$scratch"
  # A cache that does not fit (other options, other machine) is not worth a word.
  # shellcheck disable=SC2086 # options are words
  exec "$java/bin/java" $flags ${cache:+"-XX:AOTCache=$cache" -Xlog:aot=off -Xlog:cds=off} \
    ${TILESCOPE_JAVA_OPTS-} -jar "$app/tilescope-tools.jar" "$@"
}
