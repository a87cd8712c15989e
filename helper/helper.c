/* Operates on the file system and the memory of an observed process for unpause, with that process's user.
 *
 * unpause, as root, starts this program from memory, one for each user, and sends it tasks over the socket that is its standard input.
 * Before the first task it switches to that user: real, effective, saved and file system ids, groups, no capability in any set, none in
 * the bounding set, no_new_privs. With Landlock (Linux 5.13) it can't execute anything, can create only files and folders, can't open
 * TCP connections (6.7) and can't signal other processes (6.12). It has no path of its own: each task includes the open folder that it
 * is about, so it needs no /proc of the process and no file of unpause. It keeps no state between tasks. Memory is received as
 * /proc/PID/mem opened by root: the kernel checks rights when it is opened (proc_mem_open, fs/proc/base.c).
 *
 * A task is one packet (struct task, with one or two descriptors), the answer another (struct answer, with a descriptor or none). It
 * ends when the socket's other end is closed, and by a timer if a file system does not answer. The kernel kills it with the thread of
 * unpause that started it, even if its user has stopped it. A page of a process's memory may be in a file of FUSE whose server never
 * answers: then no signal ends the read before that server ends, and unpause continues without this process.
 *
 * Build: ./build. Calls: man 2 openat2, unix(7), landlock(7), capabilities(7). */
#include "../launcher/linux.h"
#include "../launcher/landlock.h"

#if defined(__x86_64__)
enum { RECVMSG = 47, SENDMSG = 46, CONNECT = 42, MKDIRAT = 258, UNLINKAT = 263, STATX = 332, GETDENTS = 217, LSEEK = 8,
    FSTATFS = 138, UMASK = 95, SETGROUPS = 116, SETRESGID = 119, SETRESUID = 117, GETRESUID = 118, GETRESGID = 120, CAPSET = 126,
    CAPGET = 125, SETITIMER = 38, PREAD = 17, PWRITE = 18, NOFOLLOW = 0x20000 };
#else
enum { RECVMSG = 212, SENDMSG = 211, CONNECT = 203, MKDIRAT = 34, UNLINKAT = 35, STATX = 291, GETDENTS = 61, LSEEK = 62,
    FSTATFS = 44, UMASK = 166, SETGROUPS = 159, SETRESGID = 149, SETRESUID = 147, GETRESUID = 148, GETRESGID = 150, CAPSET = 91,
    CAPGET = 90, SETITIMER = 103, PREAD = 67, PWRITE = 68, NOFOLLOW = 0x8000 };
#endif
/* The same numbers on every architecture. */
enum { CLOSE_RANGE = 436, OPENAT2 = 437 };

enum { EINVAL = 22, EPERM = 1, EINTR = 4, ENOSYS = 38, EPROTO = 71, MAY_WRITE_IT = 2 };
enum { SOL_SOCKET = 1, SCM_RIGHTS = 1, MSG_NOSIGNAL = 0x4000, MSG_CMSG_CLOEXEC = 0x40000000, MSG_TRUNC = 0x20, MSG_CTRUNC = 8 };
enum { AT_EMPTY_PATH = 0x1000, S_IFMT = 0xF000, S_IFREG = 0x8000, STATX_MODE_AT = 28,
    STATX_BASIC_STATS = 0x7ff };
enum { PR_SET_DUMPABLE = 4, PR_CAPBSET_DROP = 24, PR_SET_NO_NEW_PRIVS = 38, PR_CAP_AMBIENT = 47, PR_CAP_AMBIENT_CLEAR_ALL = 4 };
enum { CAPABILITY_VERSION_3 = 0x20080522, LAST_CAPABILITY = 63 };
enum { CHANNEL = 0, FIRST_OTHER = 3, LONGEST_TEXT = 32 * 1024 - 24, MOST_DESCRIPTORS = 2 };
enum { UNIX_FAMILY = 1, SOCKET_NAME = 108 };

/* Longer than any healthy file system needs, also a network file system. unpause gives up earlier (UserHelper.ToAnswer). */
enum { TASK_SECONDS = 15 };

/* src/Unpause.Recorder/Rights/UserTask.cs has the same numbers. */
enum { BECOME = 1, OPEN, REOPEN, MAKE_FOLDER, REMOVE, LOOK, LIST, ROOM, MAY_WRITE, CONNECT_TO, READ_AT, WRITE_AT };

struct task { unsigned what, flags, mode, length; u64 resolve; char text[LONGEST_TEXT]; };
struct answer { int result; unsigned length; char bytes[LONGEST_TEXT]; };
enum { TASK_HEADER = 24, ANSWER_HEADER = 8 };

static struct task task;
static struct answer answer;
static int descriptors[MOST_DESCRIPTORS];

struct piece { void *start; u64 length; };
struct message { void *name; u64 name_length; struct piece *pieces; u64 count; void *control; u64 control_length; u64 flags; };
struct rights { u64 length; int level, type, descriptors[MOST_DESCRIPTORS]; };

/* With this name, because the compiler calls it when it copies a structure. */
void *memcpy(void *to, const void *from, u64 count);
void *memcpy(void *to, const void *from, u64 count) {
    for (u64 at = 0; at < count; at++) ((char *)to)[at] = ((const char *)from)[at];
    return to;
}

static void release(int *descriptor) {
    if (*descriptor >= 0) CALL(CLOSE, *descriptor, 0, 0, 0, 0);
    *descriptor = -1;
}

/* Whether a task was received; the text after it ends with a zero. */
static int receive(void) {
    struct piece piece = { &task, TASK_HEADER + LONGEST_TEXT - 1 };
    struct rights rights;
    struct message message = { 0, 0, &piece, 1, &rights, sizeof rights, 0 };
    i64 count;
    do count = CALL(RECVMSG, CHANNEL, &message, MSG_CMSG_CLOEXEC, 0, 0); while (count == -EINTR);
    if (count < TASK_HEADER || (message.flags & (MSG_TRUNC | MSG_CTRUNC)) != 0) return 0;
    if (task.length != count - TASK_HEADER) return 0;
    task.text[task.length] = 0;
    for (int at = 0; at < MOST_DESCRIPTORS; at++) {
        u64 needed = 16 + (at + 1) * sizeof(int);
        int came = message.control_length >= needed && rights.length >= needed;
        descriptors[at] = came && rights.level == SOL_SOCKET && rights.type == SCM_RIGHTS ? rights.descriptors[at] : -1;
    }
    return 1;
}

static int reply(int descriptor) {
    struct piece piece = { &answer, ANSWER_HEADER + answer.length };
    struct rights rights = { 16 + sizeof(int), SOL_SOCKET, SCM_RIGHTS, { descriptor, 0 } };
    struct message message = { 0, 0, &piece, 1, descriptor < 0 ? 0 : &rights, descriptor < 0 ? 0 : sizeof rights, 0 };
    i64 count;
    do count = CALL(SENDMSG, CHANNEL, &message, MSG_NOSIGNAL, 0, 0); while (count == -EINTR);
    return count > 0;
}

/* No rule allows these operations anywhere. */
static void confine(void) {
    restrict_to(forbid(LL_EXECUTE | LL_MAKE_CHAR | LL_MAKE_SOCK | LL_MAKE_FIFO | LL_MAKE_BLOCK | LL_MAKE_SYM, 0));
}

/* Whether the kernel reports exactly this user, and no capability. */
static int is(unsigned user, unsigned group) {
    unsigned ids[3], header[2] = { CAPABILITY_VERSION_3, 0 }, sets[6];
    if (CALL(GETRESUID, &ids[0], &ids[1], &ids[2], 0, 0) || ids[0] != user || ids[1] != user || ids[2] != user) return 0;
    if (CALL(GETRESGID, &ids[0], &ids[1], &ids[2], 0, 0) || ids[0] != group || ids[1] != group || ids[2] != group) return 0;
    if (CALL(CAPGET, header, sets, 0, 0, 0)) return 0;
    for (int at = 0; at < 6; at++) {
        if (sets[at]) return 0;
    }
    return 1;
}

/* The text: the user, the group, the number of supplementary groups, and these; four bytes each. */
static int become(void) {
    unsigned numbers[3], header[2] = { CAPABILITY_VERSION_3, 0 };
    static const unsigned none[6];
    i64 error;
    if (task.length < sizeof numbers) return -EINVAL;
    memcpy(numbers, task.text, sizeof numbers);
    if (task.length != sizeof numbers + 4ul * numbers[2]) return -EINVAL;
    static unsigned groups[LONGEST_TEXT / 4];
    memcpy(groups, task.text + sizeof numbers, 4ul * numbers[2]);
    if ((error = CALL(SETGROUPS, numbers[2], groups, 0, 0, 0)) != 0) return (int)error;
    if ((error = CALL(SETRESGID, numbers[1], numbers[1], numbers[1], 0, 0)) != 0) return (int)error;
    /* The bounding set first: dropping it requires a capability. Unknown capabilities are rejected. */
    for (int capability = 0; capability <= LAST_CAPABILITY; capability++) CALL(PRCTL, PR_CAPBSET_DROP, capability, 0, 0, 0);
    CALL(PRCTL, PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if ((error = CALL(SETRESUID, numbers[0], numbers[0], numbers[0], 0, 0)) != 0) return (int)error;
    if ((error = CALL(CAPSET, header, none, 0, 0, 0)) != 0) return (int)error;
    if ((error = CALL(PRCTL, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) != 0) return (int)error;
    CALL(PRCTL, PR_SET_DUMPABLE, 0, 0, 0, 0);
    /* After the ids, because changing them clears it. */
    if ((error = CALL(PRCTL, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)) != 0) return (int)error;
    confine();
    return is(numbers[0], numbers[1]) ? 0 : -EPERM;
}

/* Opens the path in the text, relative to the folder. A kernel before 5.6, or a seccomp filter, has no openat2: then the path must be a
 * single entry, and no link is followed. */
static i64 open(void) {
    struct { u64 flags, mode, resolve; } how = { task.flags, task.mode, task.resolve };
    i64 opened = CALL(OPENAT2, descriptors[0], task.text, &how, sizeof how, 0);
    if (opened != -ENOSYS && opened != -EPERM) return opened;
    if (contains(task.text, '/') || same(task.text, "..")) return opened;
    return CALL(OPENAT, descriptors[0], task.text, task.flags | NOFOLLOW, task.mode, 0);
}

static const char open_files[] = "/proc/self/fd/";
enum { OPEN_FILES = sizeof open_files - 1, LONGEST_NUMBER = 10, OPEN_FILE = OPEN_FILES + LONGEST_NUMBER + 1 };

/* The path of a descriptor of this process. Its length without the zero. */
static int path_of(int descriptor, char *path) {
    char digits[LONGEST_NUMBER];
    unsigned number = (unsigned)descriptor;
    int count = 0, at = OPEN_FILES;
    memcpy(path, open_files, OPEN_FILES);
    do digits[count++] = (char)('0' + number % 10); while (number /= 10);
    while (count) path[at++] = digits[--count];
    path[at] = 0;
    return at;
}

/* Opens the regular file of an O_PATH descriptor: opening some devices has effects, and opening a pipe blocks. */
static i64 reopen(void) {
    char path[OPEN_FILE];
    unsigned short mode;
    if (CALL(STATX, descriptors[0], "", AT_EMPTY_PATH, STATX_BASIC_STATS, answer.bytes) != 0) return -EINVAL;
    memcpy(&mode, answer.bytes + STATX_MODE_AT, sizeof mode);
    if ((mode & S_IFMT) != S_IFREG) return -EINVAL;
    path_of(descriptors[0], path);
    return CALL(OPENAT, HERE, path, task.flags, 0, 0);
}

/* Connects the second descriptor, a socket, to the Unix socket behind the first. */
static i64 connect(void) {
    struct { unsigned short family; char name[SOCKET_NAME]; } address = { UNIX_FAMILY, "" };
    int length = path_of(descriptors[0], address.name);
    return CALL(CONNECT, descriptors[1], &address, sizeof address.family + length + 1, 0, 0);
}

/* Performs a task; a descriptor for the answer is in `given`. */
static i64 perform(int *given) {
    i64 result;
    switch (task.what) {
    case OPEN:
        result = open();
        if (result >= 0) *given = (int)result;
        return result < 0 ? result : 0;
    case REOPEN:
        result = reopen();
        if (result >= 0) *given = (int)result;
        return result < 0 ? result : 0;
    case MAKE_FOLDER: return CALL(MKDIRAT, descriptors[0], task.text, task.mode, 0, 0);
    case REMOVE: return CALL(UNLINKAT, descriptors[0], task.text, task.flags, 0, 0);
    case LOOK:
        result = CALL(STATX, descriptors[0], task.text, task.flags, task.mode, answer.bytes);
        answer.length = result == 0 ? 256 : 0;
        return result;
    case LIST:
        if (task.flags) CALL(LSEEK, descriptors[0], 0, 0, 0, 0);
        result = CALL(GETDENTS, descriptors[0], answer.bytes, LONGEST_TEXT, 0, 0);
        answer.length = result < 0 ? 0 : (unsigned)result;
        return result < 0 ? result : 0;
    case ROOM:
        result = CALL(FSTATFS, descriptors[0], answer.bytes, 0, 0, 0);
        answer.length = result == 0 ? 120 : 0;
        return result;
    case MAY_WRITE: return CALL(FACCESSAT, descriptors[0], ".", MAY_WRITE_IT, 0, 0);
    case CONNECT_TO: return connect();
    case READ_AT:
        if (task.mode > LONGEST_TEXT) return -EINVAL;
        result = CALL(PREAD, descriptors[0], answer.bytes, task.mode, task.resolve, 0);
        answer.length = result < 0 ? 0 : (unsigned)result;
        return result;
    case WRITE_AT: return CALL(PWRITE, descriptors[0], task.text, task.length, task.resolve, 0);
    default: return -EINVAL;
    }
}

static void limit(u64 seconds) {
    u64 timer[4] = { 0, 0, seconds, 0 };
    CALL(SETITIMER, 0, timer, 0, 0, 0);
}

__attribute__((used)) void begin(u64 *stack) {
    (void)stack;
    int became = 0;
    CALL(CLOSE_RANGE, FIRST_OTHER, ~0u, 0, 0, 0);
    CALL(UMASK, 0, 0, 0, 0, 0);
    CALL(PRCTL, PR_SET_DUMPABLE, 0, 0, 0, 0);
    while (receive()) {
        int given = -1;
        answer.length = 0;
        limit(TASK_SECONDS);
        if (task.what == BECOME) {
            answer.result = became ? -EPROTO : become();
            /* A partial switch of the user leaves it unable to do anything. */
            if (answer.result != 0) { reply(-1); break; }
            became = 1;
        } else answer.result = became ? (int)perform(&given) : -EPROTO;
        limit(0);
        int sent = reply(given);
        release(&given);
        for (int at = 0; at < MOST_DESCRIPTORS; at++) release(&descriptors[at]);
        if (!sent) break;
    }
    CALL(EXIT, 0, 0, 0, 0, 0);
    for (;;) { }
}
