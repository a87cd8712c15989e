/* Starts unpause, so that `unpause run -- CMD` runs CMD even if the .NET runtime cannot start.
 *
 * In a package it is linked into the native binary, whose `main` it is (packaging/native.props): the decision comes before .NET's start.
 * In a checkout it is a program of its own (./build), which starts dotnet.
 *
 * It does not remain as a parent: it becomes unpause, or CMD itself (CMD is a child only if --fail-on has to change the exit code). Once
 * unpause has started there is no way back, so CMD never runs twice. So it decides before: if a limit, a missing /proc or a variable
 * makes it doubtful that .NET starts (`doubts`), it first lets unpause record a program that does nothing (`tried`). Otherwise it costs
 * a few system calls.
 *
 * `launch --launch PROGRAM FILE ARGUMENTS…` becomes PROGRAM FILE: dotnet Unpause.Cli.dll. In the native binary, `--launch ARGUMENTS…`
 * goes to .NET without a decision. `--launch` alone is the program that does nothing.
 *
 * It needs no C library, no PATH and no /proc. */
#include "linux.h"

enum { DONE = 0, NOT_USABLE = 2, NOT_ENOUGH_EVIDENCE = 3, NOT_EXECUTABLE = 126, NOT_FOUND = 127 }; /* README: exit codes */
enum { TRY_MILLISECONDS = 10000, STEP_MILLISECONDS = 2 };
#define MIB (1024ul * 1024)

/* A limit below which it is doubtful that .NET starts: measured with .NET 10 (400 MB, 50 files, 128 KB of stack, files of 10 MB). The
 * trial runs with `spare` less, because a limit that was just sufficient for it must be sufficient again. */
static const struct { int resource; char letter; u64 unit, doubtful, spare; } limits[] = {
    { RLIMIT_AS, 'v', 1024, 8192 * MIB, 128 * MIB },
    { RLIMIT_DATA, 'd', 1024, 8192 * MIB, 32 * MIB },
    { RLIMIT_FSIZE, 'f', 1024, 8192 * MIB, MIB },
    { RLIMIT_STACK, 's', 1024, MIB, 32 * 1024 },
    { RLIMIT_NOFILE, 'n', 1, 256, 16 },
    { RLIMIT_NPROC, 'u', 1, 1024, 8 },
};
enum { LIMITS = sizeof limits / sizeof limits[0] };

#ifndef LINKED
/* Usual paths of the C++ library that .NET needs. */
static const char *const libraries[] = {
#if defined(__x86_64__)
    "/usr/lib/x86_64-linux-gnu/libstdc++.so.6", "/lib/x86_64-linux-gnu/libstdc++.so.6",
#else
    "/usr/lib/aarch64-linux-gnu/libstdc++.so.6", "/lib/aarch64-linux-gnu/libstdc++.so.6",
#endif
    "/usr/lib64/libstdc++.so.6", "/lib64/libstdc++.so.6", "/usr/lib/libstdc++.so.6", "/lib/libstdc++.so.6",
};
enum { LIBRARIES = sizeof libraries / sizeof libraries[0] };
#endif

static char **environment;

/* One line for standard error, written at once. Text that does not fit is left out. */
static char line[1024];
static u64 written;

static void add(const char *text) {
    while (*text && written < sizeof line - 2) line[written++] = *text++;
}

static void add_number(u64 number) {
    char digits[21];
    int at = 20;
    digits[at] = 0;
    do digits[--at] = (char)('0' + number % 10); while (number /= 10);
    add(digits + at);
}

/* Restores the former limit. */
static void *handle(int signal, void *handler) {
    struct action now, before;
    before.handler = DEFAULT;
    now.handler = handler, now.flags = 0, now.restorer = 0, now.mask = 0;
    CALL(SIGACTION, signal, &now, &before, SIGNAL_SET, 0);
    return before.handler;
}

/* A closed reader, or a full `ulimit -f`, must not end this process before CMD starts. */
static void say(void) {
    void *pipe = handle(SIGPIPE, IGNORED), *full = handle(SIGXFSZ, IGNORED);
    line[written++] = '\n';
    CALL(WRITE, 2, line, written, 0, 0);
    written = 0;
    handle(SIGPIPE, pipe), handle(SIGXFSZ, full);
}

static void add_error(i64 error) {
    switch (error) {
    case ENOENT: add("No such file or directory"); break;
    case E2BIG: add("Argument list too long"); break;
    case ENOEXEC: add("Exec format error"); break;
    case EACCES: add("Permission denied"); break;
    case ENOMEM: add("Cannot allocate memory"); break;
    case ENOTDIR: add("Not a directory"); break;
    default: add("error "); add_number((u64)error);
    }
}

static void leave(int code) {
    for (;;) CALL(EXIT, code, 0, 0, 0, 0);
}

static struct limit limit_of(int resource) {
    struct limit now = { UNLIMITED, UNLIMITED };
    CALL(PRLIMIT, 0, resource, 0, &now, 0);
    return now;
}

static int usable(const char *path, int mode) { return CALL(FACCESSAT, HERE, path, mode, 0, 0) == 0; }

/* Starts a new reason in the list between the parentheses. */
static void next(u64 *count) {
    if ((*count)++) add(", ");
}

static int has_small_letter(const char *name) {
    for (; *name && *name != '='; name++)
        if (*name >= 'a' && *name <= 'z') return 1;
    return 0;
}

/* The runtime's own settings are named like DOTNET_GCName. Others, such as DOTNET_NOLOGO, belong to the SDK and are harmless. */
static int is_setting(const char *variable) {
    return begins(variable, "COMPlus_") || (begins(variable, "DOTNET_") && has_small_letter(variable + sizeof "DOTNET_" - 1));
}

#ifndef LINKED
static int is_doubtful(const char *variable) {
    static const char *const others[] = {
        "DOTNET_STARTUP_HOOKS=", "DOTNET_ROLL_FORWARD", "DOTNET_BUNDLE_EXTRACT_BASE_DIR=", "CORECLR_",
        "LD_PRELOAD=", "LD_LIBRARY_PATH=", "LD_AUDIT=",
    };
    for (u64 i = 0; i < sizeof others / sizeof others[0]; i++)
        if (begins(variable, others[i])) return 1;
    return is_setting(variable);
}

static void add_name(const char *variable) {
    for (char letter[2] = { 0, 0 }; (*letter = *variable) && *letter != '='; variable++) add(*letter > ' ' && *letter < 127 ? letter : "?");
}
#endif

/* Adds to the line the reasons why .NET may not start; returns their number. Only a recording needs to write files. */
static u64 doubts(int recording) {
    u64 count = 0;
    for (u64 i = 0; i < LIMITS; i++) {
        if (limits[i].resource == RLIMIT_FSIZE && !recording) continue;
        u64 soft = limit_of(limits[i].resource).soft;
        if (soft >= limits[i].doubtful) continue;
        const char letter[] = { limits[i].letter, ' ', 0 };
        next(&count), add("ulimit -"), add(letter), add_number(soft / limits[i].unit);
    }
    if (recording && !usable("/proc/self/maps", 0)) next(&count), add("/proc is hidden");
#ifndef LINKED
    u64 library = 0;
    while (library < LIBRARIES && !usable(libraries[library], 0)) library++;
    if (library == LIBRARIES) next(&count), add("no libstdc++.so.6");
    for (char **variable = environment; *variable; variable++)
        if (is_doubtful(*variable)) next(&count), add_name(*variable);
#endif
    return count;
}

/* execve, which runs a script without a first line `#!` like execvp. Returns the error. */
static i64 execute(const char *file, char **arguments) {
    i64 error = -CALL(EXECVE, file, arguments, environment, 0, 0);
    if (error != ENOEXEC) return error;
    u64 count = 0;
    while (arguments[count]) count++;
    char *script[count + 2];
    script[0] = arguments[0];
    script[1] = (char *)file;
    for (u64 i = 1; i <= count; i++) script[i + 1] = arguments[i];
    return -CALL(EXECVE, "/bin/sh", script, environment, 0, 0);
}

/* execvp: searches PATH for a name without a slash. Returns the error. */
static i64 search_and_execute(char **arguments) {
    const char *name = arguments[0], *path = "/bin:/usr/bin";
    if (!*name) return ENOENT;
    if (contains(name, '/')) return execute(name, arguments);
    for (char **variable = environment; *variable; variable++)
        if (begins(*variable, "PATH=")) { path = *variable + 5; break; }
    i64 result = ENOENT;
    for (;; path++) {
        char file[LONGEST_PATH];
        u64 size = 0, rest = length(name) + 2;
        for (; *path && *path != ':'; path++)
            if (size < sizeof file) file[size++] = *path;
        if (size + rest <= sizeof file) {
            if (size) file[size++] = '/';
            for (u64 i = 0; i + 1 < rest; i++) file[size + i] = name[i];
            i64 error = execute(file, arguments);
            if (error == EACCES) result = EACCES;
            else if (error != ENOENT && error != ENOTDIR) return error;
        }
        if (!*path) return result;
    }
}

/* Waits for the child for a limited time; 0 if it ended with 0. */
static int ended_well(i64 child) {
    const struct time step = { 0, STEP_MILLISECONDS * 1000000L };
    for (int waited = 0; waited < TRY_MILLISECONDS; waited += STEP_MILLISECONDS) {
        int status = 0;
        i64 ended = CALL(WAIT4, child, &status, WNOHANG, 0, 0);
        if (ended != 0) return ended == child && status == 0;
        CALL(NANOSLEEP, &step, 0, 0, 0, 0);
    }
    CALL(KILL, child, SIGKILL, 0, 0, 0);
    CALL(WAIT4, child, 0, 0, 0, 0);
    return 0;
}

static u64 without(u64 spare, u64 amount) { return amount > spare ? amount - spare : 0; }

static void tighten(int resource, u64 spare) {
    struct limit less = limit_of(resource);
    if (less.hard != UNLIMITED) less.hard = without(spare, less.hard);
    /* .NET raises the limit of open files to the maximum. */
    if (resource != RLIMIT_NOFILE) less.soft = without(spare, less.soft);
    if (less.soft > less.hard) less.soft = less.hard;
    CALL(PRLIMIT, 0, resource, &less, 0, 0);
}

/* Adds to the environment for unpause, if address space is limited, settings that keep .NET from using it up at its start: the
 * collector would reserve half of it, and malloc 128 MB for each thread. With 2 GB .NET then starts only sometimes. CMD does not get
 * these settings: EnvironmentBlock removes everything after UNPAUSE_OWN. */
static u64 settings_of_less_memory(char **room, u64 count) {
    static char range[] = "DOTNET_GCRegionRange=0x0000000000000000";
    u64 addresses = limit_of(RLIMIT_AS).soft;
    if (addresses >= limits[0].doubtful) return count;
    for (u64 share = addresses / 4, at = sizeof range - 2; share; share /= 16) range[at--] = "0123456789abcdef"[share % 16];
    room[count++] = "UNPAUSE_OWN=", room[count++] = "MALLOC_ARENA_MAX=1", room[count++] = range;
    return count;
}

/* Whether the arguments, executed as a child without streams, end with 0. */
static int tried(char **arguments) {
    void *before = handle(SIGCHLD, DEFAULT);
    i64 child = CALL(CLONE, SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        const struct limit no_core = { 1, 1 }; /* 1, because 0 still starts a core dump handler (core(5)) */
        handle(SIGCHLD, before);
        CALL(PRCTL, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        i64 null = CALL(OPENAT, HERE, "/dev/null", O_RDWR, 0, 0);
        for (int stream = 0; stream <= 2; stream++) CALL(DUP3, null, stream, 0, 0, 0);
        if (null > 2) CALL(CLOSE, null, 0, 0, 0, 0);
        for (u64 i = 0; i < LIMITS; i++) {
            if (limit_of(limits[i].resource).soft < limits[i].doubtful) tighten(limits[i].resource, limits[i].spare);
        }
        CALL(PRLIMIT, 0, RLIMIT_CORE, &no_core, 0, 0);
        search_and_execute(arguments);
        leave(NOT_FOUND);
    }
    int well = child > 0 && ended_well(child);
    handle(SIGCHLD, before);
    return well;
}

/* Becomes the program. On failure, prints the same message as unpause. */
static void become(char **command) {
    i64 error = search_and_execute(command);
    add("unpause: ");
    if (error == ENOENT) add("there is no command "), add(command[0]), add("; a program in the current folder is ./"), add(command[0]);
    else add(command[0]), add(" can't be started: "), add_error(error);
    say();
    leave(error == ENOENT ? NOT_FOUND : NOT_EXECUTABLE);
}

/* Runs the program as a child, like run, and forwards signals: a budget that was not checked must not appear to be kept. */
static void run_unjudged(char **command) {
    u64 all = ~0ul, before = 0;
    struct { int signal, error, code, rest[29]; } told;
    void *handler = handle(SIGCHLD, DEFAULT);
    CALL(SIGPROCMASK, SIG_BLOCK, &all, &before, SIGNAL_SET, 0);
    i64 child = CALL(CLONE, SIGCHLD, 0, 0, 0, 0);
    if (child <= 0) {
        handle(SIGCHLD, handler);
        CALL(SIGPROCMASK, SIG_SETMASK, &before, 0, SIGNAL_SET, 0);
        become(command);
    }
    for (;;) {
        int status = 0;
        i64 signal = CALL(SIGTIMEDWAIT, &all, &told, 0, SIGNAL_SET, 0);
        /* The terminal sends its signals to the program directly. */
        if (signal > 0 && signal != SIGCHLD && told.code <= 0) CALL(KILL, child, signal, 0, 0, 0);
        if (signal != SIGCHLD || CALL(WAIT4, child, &status, WNOHANG | WUNTRACED, 0, 0) != child) continue;
        if ((status & 0xff) == 0x7f) CALL(KILL, CALL(GETPID, 0, 0, 0, 0, 0), SIGSTOP, 0, 0, 0);
        else if (status & 0x7f) leave(128 + (status & 0x7f));
        else leave(status ? status >> 8 & 0xff : NOT_ENOUGH_EVIDENCE);
    }
}

/* The file of this program: from /proc, or its name at the start with links followed. */
static const char *own_file(const char *started_as) {
    static char file[LONGEST_PATH], target[LONGEST_PATH];
    i64 size = CALL(READLINKAT, HERE, "/proc/self/exe", file, sizeof file - 1, 0);
    if (size > 0 && file[0] == '/') return file[size] = 0, file;
    if (length(started_as) >= sizeof file) return "";
    for (u64 i = 0; i <= length(started_as); i++) file[i] = started_as[i];
    for (int links = 0; links < 40; links++) {
        size = CALL(READLINKAT, HERE, file, target, sizeof target - 1, 0);
        if (size <= 0) break;
        u64 folder = 0;
        for (u64 i = 0; file[i]; i++)
            if (file[i] == '/' && target[0] != '/') folder = i + 1;
        if (folder + (u64)size >= sizeof file) return "";
        for (i64 i = 0; i < size; i++) file[folder + (u64)i] = target[i];
        file[folder + (u64)size] = 0;
    }
    return file;
}

/* The arguments after `run … --`, or null. The first `--` counts, as in UnpauseCommand.Split. */
static char **command_in(char **arguments) {
    if (!arguments[0] || !same(arguments[0], "run")) return 0;
    while (*arguments && !same(*arguments, "--")) arguments++;
    return arguments[0] && arguments[1] ? arguments + 1 : 0;
}

static int asks_to_judge(char **arguments) {
    for (; !same(*arguments, "--"); arguments++)
        if (begins(*arguments, "--fail-on")) return 1;
    return 0;
}

/* The line contains the reasons. Runs the command unrecorded, or prints that nothing can be done. */
static void go_on_without(char **arguments) {
    char **command = command_in(arguments);
    if (!command) {
        add("); only unpause run -- CMD goes on without it, unrecorded"), say();
        leave(NOT_USABLE);
    }
    int judge = asks_to_judge(arguments);
    add("), so this runs unrecorded"), add(judge ? ", and --fail-on can't be judged" : ""), say();
    if (judge) run_unjudged(command);
    become(command);
}

#ifdef LINKED
#include "landlock.h"

extern int __managed__Main(int count, char **arguments);
extern int mallopt(int parameter, int value); /* malloc.h; malloc reads MALLOC_ARENA_MAX before main */
extern char **environ;
enum { M_ARENA_MAX = -8 };
/* nss.h. Other sources of names are shared libraries of the machine, which a static program must not load: it can crash. */
extern int __nss_configure_lookup(const char *database, const char *sources);

/* unpause's reading process (Rights/LesserChild) gets every file as an open descriptor, so it needs none but the kernel's own and what says
 * which zone and terminal this is. All its threads are bound, because none has started yet. It is root still, and Landlock needs that. */
static void confine_reader(void) {
    static const char *const readable[] = {
        "/proc", "/sys", "/dev", "/etc", "/usr/share/zoneinfo", "/usr/share/terminfo", "/lib/terminfo",
    };
    enum { ALL_OF_5_13 = (1 << 13) - 1, BENEATH = 1, O_PATH = 0x200000 };
    struct __attribute__((packed)) { u64 allowed; int folder; } rule = { LL_READ_FILE | LL_READ_DIR, -1 };
    i64 rules = forbid(ALL_OF_5_13, 1);
    for (u64 i = 0; rules >= 0 && i < sizeof readable / sizeof readable[0]; i++) {
        if ((rule.folder = (int)CALL(OPENAT, HERE, readable[i], O_PATH, 0, 0)) < 0) continue;
        CALL(LANDLOCK_ADD_RULE, rules, BENEATH, &rule, 0, 0);
        CALL(CLOSE, rule.folder, 0, 0, 0, 0);
    }
    restrict_to(rules);
}

/* The settings of .NET in the environment are CMD's, and not unpause's own: .NET does not see them here. CMD gets them from /proc. */
int main(int count, char **arguments) {
    int decided = count > 1 && same(arguments[1], "--launch");
    if (decided && count == 2) return DONE;
    environment = environ;
    u64 variables = 0, kept = 0;
    while (environment[variables]) variables++;
    char *own[variables + 4];
    for (u64 i = 0; i < variables; i++)
        if (!is_setting(environment[i])) own[kept++] = environment[i];
    for (u64 i = 0; decided && i < variables; i++)
        if (begins(environment[i], "UNPAUSE_READING=")) confine_reader();
    u64 all = settings_of_less_memory(own, kept);
    if (all > kept) mallopt(M_ARENA_MAX, 1);
    own[all] = 0;

    if (decided) {
        arguments[1] = arguments[0];
        arguments++, count--;
    } else {
        char *self = (char *)own_file(count > 0 ? arguments[0] : "");
        char *attempt[] = { self, "--launch", "run", "-q", "--", self, "--launch", 0 };
        add("unpause: .NET can't start here (");
        if (doubts(command_in(arguments + (count > 0)) != 0) && !tried(attempt)) go_on_without(arguments + (count > 0));
    }
    environ = own;
    __nss_configure_lookup("passwd", "files");
    __nss_configure_lookup("group", "files");
    __nss_configure_lookup("initgroups", "files");
    __nss_configure_lookup("hosts", "files dns");
    return __managed__Main(count, arguments);
}
#else
/* The kernel's data at the start: number of arguments, the arguments, null, the environment, null, pairs of facts. */
__attribute__((used)) void begin(u64 *stack) {
    enum { STARTED_AS = 31 /* AT_EXECFN */ };
    u64 count = stack[0];
    char **arguments = (char **)(stack + 1), *unpause[2] = { 0, 0 };
    environment = arguments + count + 1;
    char **end = environment;
    while (*end) end++;
    u64 variables = (u64)(end - environment);
    const char *started_as = count ? arguments[0] : "";
    for (u64 *fact = (u64 *)(end + 1); *fact; fact += 2)
        if (*fact == STARTED_AS) started_as = (const char *)fact[1];

    const char *self = own_file(started_as);
    if (count < 2 || !same(arguments[1], "--launch")) leave(NOT_USABLE);
    if (count < 4) leave(DONE);
    unpause[0] = arguments[2], unpause[1] = arguments[3];
    arguments += 4, count -= 4;

    char *whole[count + 3], *attempt[8];
    u64 own = 0;
    for (; own < 2; own++) whole[own] = attempt[own] = unpause[own];
    for (u64 i = 0; i <= count; i++) whole[own + i] = arguments[i];
    static char *const recording[] = { "run", "-q", "--" };
    for (u64 i = 0; i < 3; i++) attempt[own + i] = recording[i];
    attempt[own + 3] = (char *)self, attempt[own + 4] = "--launch", attempt[own + 5] = 0;

    add("unpause: .NET can't start here (");
    u64 reasons = written;
    char **given = environment, *own_too[variables + 4];
    u64 doubtful = doubts(1);
    for (u64 i = 0; i < variables; i++) own_too[i] = environment[i];
    own_too[settings_of_less_memory(own_too, variables)] = 0;
    environment = own_too;
    if (doubtful && !tried(attempt)) environment = given, go_on_without(arguments);
    written = reasons;
    i64 error = search_and_execute(whole);
    environment = given;
    add(unpause[0]), add(": "), add_error(error);
    go_on_without(arguments);
}
#endif
