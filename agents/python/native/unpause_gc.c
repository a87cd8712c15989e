/* Records one interpreter's garbage collections into a memory-mapped ring file (../FORMAT.md) without running Python code inside a
 * collection. A callback in C executes no bytecode: no other thread gets the GIL there, no signal handler runs there, and the end is
 * timestamped before anything else happens.
 *
 * One build supports every 64-bit CPython from 3.6 on, with glibc and with musl: it uses only functions of the stable ABI (PEP 384),
 * accesses no object's fields, and names no library. Free-threaded builds have another object header, and the module's definition starts
 * with one, so it is defined in both forms. Build: ./build. */
#include "declared.h"

/* The stable ABI. */
typedef struct { long refcount; void *type; } ObjectHead;
typedef struct { u64 thread; unsigned short flags; u8 mutex, gc_bits; u32 local; long shared; void *type; } FreeObjectHead;
typedef struct {
    void *init; long index; PyObject *copy;
    const char *name, *doc; long size; PyMethodDef *methods; PyModuleDef_Slot *slots; void *traverse, *clear, *free;
} DefinitionBody;
extern PyObject *PyImport_ImportModule(const char *);
extern PyObject *PyObject_GetAttrString(PyObject *, const char *);
extern PyObject *PyObject_CallObject(PyObject *, PyObject *);
extern PyObject *PyUnicode_AsUTF8String(PyObject *);
extern int PyObject_IsTrue(PyObject *);
extern void Py_IncRef(PyObject *);
extern PyObject *PyEval_GetFrame(void);
extern int PyFrame_GetLineNumber(PyObject *);
extern PyObject *PyFrame_GetCode(PyObject *) __attribute__((weak)); /* 3.9 */
#define SLOT_GIL 4 /* Py_mod_gil, since 3.13 */

/* libc. */
extern long read(int, void *, u64);
extern int sscanf(const char *, const char *, ...);
extern long sysconf(int);
extern char *strstr(const char *, const char *);
typedef struct { unsigned short family; char name[108]; } SocketAddress;
typedef struct { int process; u32 user, group; } Credentials;
typedef struct { void *bytes; u64 length; } Piece;
typedef struct { void *name; u64 name_length; Piece *pieces; u64 count; void *control; u64 control_length; int flags; } Message;
typedef struct { u64 length; int level, type, descriptor; } Rights; /* struct cmsghdr and one descriptor */
typedef struct { int descriptor; short events, returned; } PollEntry;
extern int socket(int, int, int);
extern int connect(int, const SocketAddress *, u32);
extern int getsockopt(int, int, int, void *, u32 *);
extern long send(int, const void *, u64, int);
extern long recvmsg(int, Message *, int);
extern int poll(PollEntry *, u64, int);
#define AF_UNIX 1
#define SOCK_STREAM_CLOEXEC_NONBLOCK 02004001
#define SOL_SOCKET 1
#define SO_PEERCRED 17
#define SCM_RIGHTS 1
#define RIGHTS_LENGTH 20 /* of one descriptor, without the padding, which has space for another */
#define MSG_CTRUNC 8
#define MSG_NOSIGNAL 0x4000
#define MSG_CMSG_CLOEXEC 0x40000000
#define POLLIN 1
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EAGAIN 11
#define EACCES 13
#define MADV_RANDOM 1
#define CLOCK_BOOTTIME 7
#define SC_CLK_TCK 2
#define SC_PAGESIZE 30
#if defined(__x86_64__)
#define SYS_gettid 186
#elif defined(__aarch64__)
#define SYS_gettid 178
#else
#error "which number has gettid here?"
#endif

/* The format: ../FORMAT.md. */
#define HEADER_BYTES 16384
#define RECORD_BYTES 64
#define CAPACITY (1 << 18)
#define RESERVED_RECORDS 4096 /* blocks are reserved for this many at a time: writing to a hole on a full disk would raise SIGBUS */
#define ANCHORS_AT 128
#define ANCHOR_BYTES 32
#define ANCHOR_COUNT 128
#define ANCHOR_NANOSECONDS 10000000000L
#define STATE_AT (ANCHORS_AT + ANCHOR_COUNT * ANCHOR_BYTES) /* state of the collector */
#define STATE_ENABLED 1
#define STATE_DISABLED 2
#define STATE_REQUESTS 64 /* it is written again after this many: 5 us with the collector disabled, otherwise 0.2 */
#define STATE_OBJECTS_OF_A_CHILD 10000 /* with fewer, no file is created */
#define FACTS_AT 4352
#define FACTS_BYTES 8192
#define CALLERS_AT (FACTS_AT + FACTS_BYTES)
#define CALLER_BYTES 256
#define CALLERS 15
#define CALLER_FRAMES 3
#define OTHER_CALLER 255
#define FIRST_AUDITED 8 /* of CPython 3; 3.8 reports access to a frame's code to audit hooks and has no other way */
#define FLAG_FREE_THREADED 1
#define FLAG_FORKED 2
#define FLAG_CLOSED 4
#define FLAG_FULL 8
#define FLAG_LOCKED 16
#define FLAG_REQUESTS_FULL 32
#define AT_FLAGS 28
#define AT_BEGUN 48
#define AT_EXITED 56
#define AT_LOST_CHILDREN 64
#define AT_REQUESTS_LOST 92
#define AT_REQUESTS_BEGUN 96
#define AT_ENDED 42
#define REQUESTS_AT 0x1010000L /* after the ring, at a multiple of 64 KiB for systems with such pages */
#define REQUEST_BYTES 128
#define REQUEST_CAPACITY (1 << 17)
#define REQUEST_NAME_BYTES 72
#define TRACE_BYTES 16
#define RESERVED_REQUESTS 2048
#define UNKNOWN 0xFFFFFFFFu
#define PATH_BYTES 4096

/* Requesting files: ../FORMAT.md. */
#define ASK_NANOSECONDS 200000000L /* the program waits at most this long */
#define ASK_PAUSE_MILLISECONDS 1
#define ASK_LOST_CHILDREN 16 /* after a process has lost this many children, later ones send no request: each may have waited in vain */
#define REFUSED -1
#define UNHEARD -2 /* too many processes request a file at once: try again */

#define NAME "unpause_gc"

/* The innermost frames of a gc.collect(): the code of each, with a reference, and the line. */
typedef struct { PyObject *code[CALLER_FRAMES]; u32 line[CALLER_FRAMES]; } Caller;

typedef struct {
    u8 *map;             /* 0: nothing is recorded */
    u8 *running;         /* the record of the running collection */
    u64 written;
    u64 reserved;
    u64 anchors;
    i64 next_anchor;
    i64 forked_at;
    i64 started;
    u32 came_before;     /* container objects counted since the previous collection when recording started; 0 after the next one */
    i64 since;           /* start of recording, or of the last collection */
    u32 resident;        /* KiB when recording started */
    u8 writing_state;    /* in a free-threaded build two threads may write the collector's state at the same time */
    u32 flags;           /* in a free-threaded build the exit handler's thread and a collecting one may both set flags */
    u8 anchoring;        /* and both may write an anchor */
    u8 following;        /* threads that serve requests may detect a fork at the same time, */
    u8 reserving;        /* and extend the file at the same time */
    u64 reserved_requests;
    u8 *requests;        /* their part of the file; 0 until a request is served */
    int pid;             /* -1 after a fork */
    volatile u8 *alive;  /* 1, and 0 in a forked child, which the kernel ensures; null where it can't */
    PyObject *get_count, *get_threshold, *is_enabled;
    u8 names_callers;
    Caller callers[CALLERS];
    u32 caller_count;
    u32 usual_count;     /* count of generation 0 at the collections that started since the thresholds were last read */
    u32 thresholds[3];
    u8 enabled;
    PyObject *generation, *collected, *uncollectable;
    char directory[PATH_BYTES];
    char name[128];      /* of the file */
    char path[PATH_BYTES + 128];
    char ask_socket[108]; /* empty: no process to request a file from */
    char ask_token[64];
    u32 ask_user;
} State;

/* The thread's id, read once per thread and process: a system call may take as long as a small collection. */
static __thread struct { int pid, number; } this_thread;

static int thread_number(const State *state) {
    if (this_thread.pid != state->pid) {
        this_thread.number = (int)syscall(SYS_gettid);
        this_thread.pid = state->pid;
    }
    return this_thread.number;
}

/* Also after a fork by C code, which runs no hooks. */
static int is_forked(const State *state) {
    return state->pid < 0 || (state->alive ? *state->alive == 0 : getpid() != state->pid);
}

/* When the process started, on the agent's clock; 0 when the system does not report it. In steps of 10 ms. */
static i64 process_start(void) {
    char text[1024];
    int file = open("/proc/self/stat", O_CLOEXEC);
    if (file < 0) return 0;
    long length = read(file, text, sizeof text - 1);
    close(file);
    long at = length - 1;
    while (at >= 0 && text[at] != ')') at--; /* the name may contain anything, also a bracket */
    if (at < 0) return 0;
    int field = 2;
    i64 ticks = 0, each = sysconf(SC_CLK_TCK);
    for (at++; at < length && field <= 22; at++) {
        if (text[at] == ' ') field++;
        else if (field == 22) {
            if (text[at] < '0' || text[at] > '9') return 0;
            ticks = ticks * 10 + (text[at] - '0');
        }
    }
    if (field < 22 || each <= 0) return 0;
    return clock_ns(CLOCK_MONOTONIC) - (clock_ns(CLOCK_BOOTTIME) - ticks * (1000000000L / each));
}

/* KiB of resident memory; 0 when the system does not report it. */
static u32 resident_kib(void) {
    char text[256];
    int file = open("/proc/self/statm", O_CLOEXEC);
    if (file < 0) return 0;
    long length = read(file, text, sizeof text - 1);
    close(file);
    u64 pages = 0, kib;
    if (length <= 0) return 0;
    text[length] = 0;
    if (sscanf(text, "%*u %lu", &pages) != 1) return 0;
    kib = pages * ((u64)sysconf(SC_PAGESIZE) >> 10);
    return kib > UNKNOWN ? UNKNOWN : (u32)kib;
}

static void anchor(State *state) {
    if (__atomic_exchange_n(&state->anchoring, 1, __ATOMIC_ACQUIRE)) return;
    u64 slot = state->anchors == 0 ? 0 : 1 + (state->anchors - 1) % (ANCHOR_COUNT - 1);
    u8 *at = state->map + ANCHORS_AT + slot * ANCHOR_BYTES;
    i64 before = clock_ns(CLOCK_MONOTONIC), wall = clock_ns(CLOCK_REALTIME), after = clock_ns(CLOCK_MONOTONIC);
    put64(at, 0);
    publish();
    put64(at + 8, before);
    put64(at + 16, wall);
    put64(at + 24, after);
    publish();
    put64(at, ++state->anchors);
    state->next_anchor = after + ANCHOR_NANOSECONDS;
    __atomic_store_n(&state->anchoring, 0, __ATOMIC_RELEASE);
}

static void set_flag(State *state, u32 flag) {
    __atomic_or_fetch(&state->flags, flag, __ATOMIC_RELAXED);
    __atomic_or_fetch((u32 *)(state->map + AT_FLAGS), flag, __ATOMIC_RELAXED);
}

static int answer_of(int peer) {
    char answer = 0;
    Rights rights = {0, 0, 0, -1};
    Piece piece = {&answer, 1};
    Message message = {0, 0, &piece, 1, &rights, RIGHTS_LENGTH, 0};
    long got = recvmsg(peer, &message, MSG_CMSG_CLOEXEC);
    if (got < 0) return REFUSED;
    int has_file = message.control_length >= RIGHTS_LENGTH && rights.level == SOL_SOCKET && rights.type == SCM_RIGHTS;
    if (has_file && got == 1 && answer == '+' && !(message.flags & MSG_CTRUNC)) return rights.descriptor;
    if (has_file) close(rights.descriptor);
    return got == 0 ? UNHEARD : REFUSED;
}

static int is_readable(int peer, i64 until) {
    PollEntry entry = {peer, POLLIN, 0};
    for (;;) {
        i64 left = until - clock_ns(CLOCK_MONOTONIC);
        if (left <= 0) return 0;
        int ready = poll(&entry, 1, (int)(left / 1000000) + 1);
        if (ready > 0) return 1;
        if (ready < 0 && *__errno_location() != EINTR) return 0;
    }
}

/* When unpause has ended, another user may take its socket's name. That user could send a file and truncate it, which is SIGBUS, and
 * would learn the token. */
static int is_unpause(const State *state, int peer) {
    Credentials credentials = {0, 0, 0};
    u32 length = sizeof credentials;
    return getsockopt(peer, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 && credentials.user == state->ask_user;
}

static int ask_on(int peer, const State *state, const char *verb, i64 until) {
    SocketAddress address = {AF_UNIX, {0}};
    char request[256];
    int length = snprintf(address.name + 1, sizeof address.name - 1, "%s", state->ask_socket);
    if (connect(peer, &address, (u32)(sizeof address.family + 1 + length)) != 0) {
        return *__errno_location() == EAGAIN ? UNHEARD : REFUSED; /* EAGAIN: the accept queue is full */
    }
    if (!is_unpause(state, peer)) return REFUSED;
    length = snprintf(request, sizeof request, "%s %s %s\n", state->ask_token, verb, state->name);
    if (send(peer, request, (u64)length, MSG_NOSIGNAL) != length) return UNHEARD;
    return is_readable(peer, until) ? answer_of(peer) : REFUSED;
}

/* Requests a file from unpause that this process may not open, because it has changed its user or its root. A descriptor, or less than
 * 0. */
static int ask(const State *state, const char *verb) {
    i64 until = clock_ns(CLOCK_MONOTONIC) + ASK_NANOSECONDS;
    while (clock_ns(CLOCK_MONOTONIC) < until) {
        int peer = socket(AF_UNIX, SOCK_STREAM_CLOEXEC_NONBLOCK, 0);
        if (peer < 0) return REFUSED;
        int file = ask_on(peer, state, verb, until);
        close(peer);
        if (file != UNHEARD) return file;
        poll(0, 0, ASK_PAUSE_MILLISECONDS);
    }
    return REFUSED;
}

/* Opens the file by path or, if access is denied, requests it. A descriptor, or less than 0 with the path's errno. */
static int open_or_ask(const State *state, int flags, int may_ask) {
    int file = open(state->path, O_RDWR | O_CLOEXEC | flags, 0600);
    int error = file < 0 ? *__errno_location() : 0;
    if ((error == EACCES || error == EPERM || error == ENOENT) && may_ask && state->ask_socket[0]) {
        file = ask(state, flags ? "make" : "open");
        *__errno_location() = error;
    }
    return file;
}

/* Creates this process's file and maps it; 0, or an errno. No descriptor stays open, because a program that becomes a daemon closes all
 * descriptors and reuses their numbers. */
static int make_file(State *state, int may_ask) {
    int file = -1;
    for (int attempt = 0; attempt < 1000 && file < 0; attempt++) {
        snprintf(state->name, sizeof state->name, "python-%d-%lx-%d.upgc", state->pid, clock_ns(CLOCK_REALTIME), attempt);
        snprintf(state->path, sizeof state->path, "%s/%s", state->directory, state->name);
        file = open_or_ask(state, O_CREAT | O_EXCL, may_ask);
        if (file < 0 && *__errno_location() != EEXIST) break;
    }
    if (file < 0) return *__errno_location();
    long size = HEADER_BYTES + (long)CAPACITY * RECORD_BYTES;
    int error = ftruncate(file, size) == 0 ? 0 : *__errno_location();
    if (error == 0) error = posix_fallocate(file, 0, HEADER_BYTES + RESERVED_RECORDS * RECORD_BYTES);
    void *map = (void *)-1;
    if (error == 0) {
        map = mmap(0, size, PROT_READ_WRITE, MAP_SHARED, file, 0);
        if (map == (void *)-1) error = *__errno_location();
    }
    if (error != 0) {
        ftruncate(file, 0); /* this user may not remove a file received from unpause; readers ignore an empty one */
        unlink(state->path);
    }
    close(file);
    if (error != 0) return error;
    /* Otherwise the first write reads megabytes around it: 2 ms on ext4, at the start of each process. */
    madvise(map, size, MADV_RANDOM);
    state->map = map;
    state->reserved = RESERVED_RECORDS;
    state->written = state->anchors = state->reserved_requests = 0;
    state->requests = 0;
    state->running = 0;
    return 0;
}

/* Reopened, because a descriptor that was kept open may belong to another file now. Reserves bytes, of which *map*, if given, becomes a
 * mapping of *mapped* bytes. */
static int reserve(State *state, long at, long length, u32 flag_when_full, u8 **map, long mapped) {
    int file = open_or_ask(state, 0, 1);
    int error = file < 0 ? *__errno_location() : posix_fallocate(file, at, length);
    if (error == 0 && map != 0 && ftruncate(file, at + mapped) != 0) error = *__errno_location();
    if (error == 0 && map != 0) {
        void *made = mmap(0, (u64)mapped, PROT_READ_WRITE, MAP_SHARED, file, at);
        if (made == (void *)-1) error = *__errno_location();
        else {
            madvise(made, (u64)mapped, MADV_RANDOM);
            *map = made;
        }
    }
    if (file >= 0) close(file);
    if (error != 0) set_flag(state, file < 0 ? flag_when_full | FLAG_LOCKED : flag_when_full);
    return error == 0;
}

static int reserve_more(State *state) {
    if (state->flags & FLAG_FULL) return 0;
    long at = HEADER_BYTES + (long)state->reserved * RECORD_BYTES;
    if (!reserve(state, at, RESERVED_RECORDS * RECORD_BYTES, FLAG_FULL, 0, 0)) return 0;
    state->reserved += RESERVED_RECORDS;
    return 1;
}

/* Whether the file has space for requests up to this slot. The first request maps them: a program that serves none has only the ring. */
static int has_request_room(State *state, u64 slot) {
    for (;;) {
        u64 reserved = __atomic_load_n(&state->reserved_requests, __ATOMIC_ACQUIRE);
        if (slot < reserved) return 1;
        if (__atomic_load_n(&state->flags, __ATOMIC_RELAXED) & FLAG_REQUESTS_FULL) return 0;
        if (__atomic_exchange_n(&state->reserving, 1, __ATOMIC_ACQUIRE)) {
            poll(0, 0, 1); /* another thread of a free-threaded build is doing it */
            continue;
        }
        reserved = state->reserved_requests;
        long at = REQUESTS_AT + (long)reserved * REQUEST_BYTES;
        u8 **map = reserved == 0 ? &state->requests : 0;
        if (slot >= reserved
            && reserve(state, at, RESERVED_REQUESTS * REQUEST_BYTES, FLAG_REQUESTS_FULL, map, REQUEST_CAPACITY * REQUEST_BYTES)) {
            __atomic_store_n(&state->reserved_requests, reserved + RESERVED_REQUESTS, __ATOMIC_RELEASE);
        }
        __atomic_store_n(&state->reserving, 0, __ATOMIC_RELEASE);
    }
}

static void write_header(State *state, const u8 *facts, u32 facts_bytes) {
    static const u8 magic[8] = {'U', 'P', 'G', 'C', '\r', '\n', 0x1a, '\n'};
    u8 *map = state->map;
    put32(map + 8, 1);
    put32(map + 12, HEADER_BYTES);
    put32(map + 16, RECORD_BYTES);
    put32(map + 20, CAPACITY);
    put32(map + 24, state->pid);
    put32(map + AT_FLAGS, state->flags);
    put64(map + 32, process_start());
    put64(map + 40, state->started);
    put32(map + 68, facts_bytes);
    put32(map + 72, ANCHORS_AT);
    put32(map + 76, ANCHOR_COUNT);
    put32(map + 80, FACTS_AT);
    put32(map + 112, CALLERS_AT);
    put32(map + 116, CALLERS);
    put32(map + 120, CALLER_BYTES);
    put32(map + 124, STATE_AT);
    put32(map + 84, REQUEST_BYTES);
    put32(map + 88, REQUEST_CAPACITY);
    put64(map + 104, REQUESTS_AT);
    put32(map + STATE_AT + 16, state->resident);
    memcpy(map + FACTS_AT, facts, facts_bytes);
    anchor(state);
    publish();
    memcpy(map, magic, sizeof magic); /* last: without it the header is incomplete */
}

static u32 number(PyObject *tuple, long index) {
    PyObject *item = tuple ? PyTuple_GetItem(tuple, index) : 0;
    return item ? (u32)PyLong_AsLong(item) : 0;
}

/* Container objects added since recording started or since the last collection, minus those freed, as CPython counts them (FORMAT.md). */
static u32 stayed(State *state) {
    PyObject *counts = PyObject_CallObject(state->get_count, 0);
    long count = (int)number(counts, 0); /* in a free-threaded build it may be negative */
    if (counts) Py_DecRef(counts);
    return count > (long)state->came_before ? (u32)(count - state->came_before) : 0;
}

/* Restarts the count of added objects. */
static void begin_anew(State *state, i64 now) {
    state->since = now;
    state->came_before = 0;
    state->came_before = stayed(state);
    state->resident = resident_kib();
    PyErr_Clear();
}

/* The child writes its own file, created at its first collection or request: most forks only start another program. The parent's file
 * stays mapped: it provides the facts, and counts children that could not be recorded. */
static void write_own(State *state) {
    u8 *parents = state->map;
    state->pid = getpid();
    state->anchoring = state->reserving = state->writing_state = 0; /* another thread of the parent may have been doing it */
    state->flags = (state->flags & FLAG_FREE_THREADED) | FLAG_FORKED;
    state->started = state->forked_at ? state->forked_at : clock_ns(CLOCK_MONOTONIC);
    if (state->forked_at == 0) begin_anew(state, state->started);
    state->forked_at = 0;
    int may_ask = *(volatile u32 *)(parents + AT_LOST_CHILDREN) < ASK_LOST_CHILDREN;
    if (make_file(state, may_ask) != 0) {
        __atomic_fetch_add((u32 *)(parents + AT_LOST_CHILDREN), 1, __ATOMIC_RELAXED);
        state->map = 0;
        return;
    }
    write_header(state, parents + FACTS_AT, *(volatile u32 *)(parents + 68));
    memcpy(state->map + CALLERS_AT, parents + CALLERS_AT, CALLERS * CALLER_BYTES);
}

static void follow_fork(State *state) {
    while (__atomic_exchange_n(&state->following, 1, __ATOMIC_ACQUIRE)) poll(0, 0, 1);
    if (is_forked(state)) {
        write_own(state);
        if (state->alive) *state->alive = 1; /* from here on other threads may record too */
    }
    __atomic_store_n(&state->following, 0, __ATOMIC_RELEASE);
}

static int is_collecting_by_itself(State *state) {
    PyObject *enabled = PyObject_CallObject(state->is_enabled, 0);
    int is = enabled == 0 || PyObject_IsTrue(enabled) == 1;
    if (enabled) Py_DecRef(enabled);
    return is;
}

/* Whether automatic collection is enabled and, if not, how many objects were added: no collection records this. */
static void write_state(State *state) {
    if (__atomic_exchange_n(&state->writing_state, 1, __ATOMIC_ACQUIRE)) return;
    int enabled = is_collecting_by_itself(state);
    u8 *at = state->map + STATE_AT;
    u32 objects = enabled ? 0 : stayed(state), resident = enabled ? 0 : resident_kib();
    PyErr_Clear();
    put32(at, 0);
    publish();
    put32(at + 4, objects);
    put64(at + 8, clock_ns(CLOCK_MONOTONIC));
    put32(at + 20, resident);
    put64(at + 24, state->since);
    publish();
    put32(at, enabled ? STATE_ENABLED : STATE_DISABLED); /* last: without it the state is not valid */
    __atomic_store_n(&state->writing_state, 0, __ATOMIC_RELEASE);
}

/* Thresholds are not read each time: if a collection of generation 0 starts with a count above its threshold, and with the same count as
 * before, the threshold is the same. Calls into an interpreter that is not in the CPU caches cost more than everything else here. */
static void ask_settings(State *state, long generation, u32 count) {
    u32 threshold = state->thresholds[0];
    if (generation == 0 && state->enabled && threshold != 0 && count > threshold && count == state->usual_count) return;
    PyObject *thresholds = PyObject_CallObject(state->get_threshold, 0);
    PyObject *enabled = PyObject_CallObject(state->is_enabled, 0);
    for (int i = 0; i < 3; i++) state->thresholds[i] = number(thresholds, i);
    state->enabled = enabled && PyObject_IsTrue(enabled) == 1;
    state->usual_count = count;
    if (thresholds) Py_DecRef(thresholds);
    if (enabled) Py_DecRef(enabled);
}

static PyObject *attribute(PyObject *object, const char *name) {
    PyObject *value = object ? PyObject_GetAttrString(object, name) : 0;
    if (value == 0) PyErr_Clear();
    return value;
}

/* Takes ownership of a reference to a text, and returns its UTF-8; 0 on failure. The bytes live as long as *holder*. */
static const char *utf8_of(PyObject *text, PyObject **holder) {
    char *bytes = 0;
    *holder = text ? PyUnicode_AsUTF8String(text) : 0;
    if (text) Py_DecRef(text);
    if (*holder == 0 || PyBytes_AsStringAndSize(*holder, &bytes, 0) < 0) PyErr_Clear();
    return bytes;
}

/* Such as "answer (service.py:41)" for each frame, one per line, the innermost first; of a long path the end is kept. */
static void describe(const Caller *caller, u8 *at) {
    u64 used = 0;
    for (int i = 0; i < CALLER_FRAMES && caller->code[i] && used + 1 < CALLER_BYTES; i++) {
        PyObject *holders[2];
        PyObject *qualified = attribute(caller->code[i], "co_qualname"); /* 3.11 and later */
        const char *name = utf8_of(qualified ? qualified : attribute(caller->code[i], "co_name"), &holders[0]);
        const char *file = utf8_of(attribute(caller->code[i], "co_filename"), &holders[1]);
        u64 length = 0;
        while (file && file[length]) length++;
        for (; length > 60; length--) file++;
        while (file && ((u8)*file & 0xC0) == 0x80) file++; /* not from the middle of a character */
        int wrote = snprintf((char *)at + used, CALLER_BYTES - used, "%s%.60s (%s:%u)", i ? "\n" : "", name ? name : "?",
            file ? file : "?", caller->line[i]);
        for (int held = 0; held < 2; held++) if (holders[held]) Py_DecRef(holders[held]);
        if (wrote < 0) return;
        used += (u64)wrote;
    }
}

static int same_caller(const Caller *one, const Caller *other) {
    for (int i = 0; i < CALLER_FRAMES; i++) {
        if (one->code[i] != other->code[i] || one->line[i] != other->line[i]) return 0;
    }
    return 1;
}

static void let_go(Caller *caller) {
    for (int i = 0; i < CALLER_FRAMES; i++) if (caller->code[i]) Py_DecRef(caller->code[i]);
}

/* The caller of gc.collect(): a number from 1 in the file's table, OTHER_CALLER if that is full, 0 if unknown. C functions have no
 * frame, so the innermost one is the caller's. Unlike sys._getframe and f_code, none of these functions is audited (PEP 578): a hook in
 * Python would run inside the collection. */
static u8 caller_of(State *state) {
    Caller caller = {{0, 0, 0}, {0, 0, 0}};
    PyObject *frame = state->names_callers ? PyEval_GetFrame() : 0; /* none for calls from C code, or during the interpreter's shutdown */
    if (frame) Py_IncRef(frame);
    for (int i = 0; i < CALLER_FRAMES && frame; i++) {
        PyObject *outer = attribute(frame, "f_back");
        caller.code[i] = PyFrame_GetCode ? PyFrame_GetCode(frame) : attribute(frame, "f_code");
        caller.line[i] = (u32)PyFrame_GetLineNumber(frame);
        Py_DecRef(frame);
        frame = outer;
        if (frame && PyObject_IsTrue(frame) != 1) { /* None: the outermost */
            Py_DecRef(frame);
            frame = 0;
        }
    }
    if (frame) Py_DecRef(frame);
    if (caller.code[0] == 0) return 0;
    for (u32 i = 0; i < state->caller_count; i++) {
        if (!same_caller(&state->callers[i], &caller)) continue;
        let_go(&caller);
        return (u8)(i + 1);
    }
    if (state->caller_count == CALLERS) {
        let_go(&caller);
        return OTHER_CALLER;
    }
    describe(&caller, state->map + CALLERS_AT + state->caller_count * CALLER_BYTES);
    state->callers[state->caller_count] = caller; /* keeps a reference to its code, so that no other object can get its address */
    return (u8)++state->caller_count;
}

/* Whether the counters prove an explicit collection; see FORMAT.md, How an explicit collection is recognised. */
static int is_asked_for(const State *state, long generation, u32 count) {
    if (!state->enabled || state->thresholds[0] == 0) return 1;
    return state->flags & FLAG_FREE_THREADED ? generation != 0 : count <= state->thresholds[generation];
}

static void begin(State *state, long generation, i64 now) {
    state->running = 0;
    if (state->map == 0) return;
    if (is_forked(state)) {
        follow_fork(state);
        if (state->map == 0) return;
    }
    state->came_before = 0;
    state->since = now;
    u64 sequence = state->written;
    if (state->reserved <= sequence && sequence < CAPACITY && !reserve_more(state)) return;
    if (now >= state->next_anchor) anchor(state);
    PyObject *counts = PyObject_CallObject(state->get_count, 0);
    u32 count = number(counts, 0);
    ask_settings(state, generation, count);
    u8 *at = state->map + HEADER_BYTES + sequence % CAPACITY * RECORD_BYTES;
    state->written = sequence + 1;
    put64(state->map + AT_BEGUN, sequence + 1);
    put64(at, sequence + 1);
    at[AT_ENDED] = 0;
    put64(at + 16, (u64)thread_number(state));
    put32(at + 24, count);
    u32 own = number(counts, generation);
    put32(at + 28, own);
    put32(at + 32, state->thresholds[0]);
    put32(at + 36, state->thresholds[generation]);
    at[40] = (u8)generation;
    at[41] = state->enabled;
    at[43] = is_asked_for(state, generation, own) ? caller_of(state) : 0;
    if (counts) Py_DecRef(counts);
    put64(at + 8, clock_ns(CLOCK_MONOTONIC)); /* as late as possible: the agent's own work is not part of the pause */
    publish();
    put32(at + 44, (u32)(sequence + 1));
    state->running = at;
}

static u32 count_of(PyObject *info, PyObject *key) {
    PyObject *item = PyDict_GetItem(info, key);
    long value = item ? PyLong_AsLong(item) : 0;
    return value < 0 || value > (long)UNKNOWN ? UNKNOWN : (u32)value;
}

static void finish(State *state, PyObject *info, i64 now) {
    u8 *at = state->running;
    if (at == 0) return;
    state->running = 0;
    put64(at + 48, now);
    put32(at + 56, count_of(info, state->collected));
    put32(at + 60, count_of(info, state->uncollectable));
    publish();
    at[AT_ENDED] = 1; /* last: without it the collection counts as unfinished */
}

/* "3.12.1 (main, ...": 12. */
static int minor_version(void) {
    int minor = 0;
    for (const char *version = Py_GetVersion() + 2; *version >= '0' && *version <= '9'; version++) minor = minor * 10 + (*version - '0');
    return minor;
}

static int is_free_threaded(void) { return strstr(Py_GetVersion(), "free-threading build") != 0; }

/* gc.callbacks calls it with "start" or "stop" and a dictionary. */
static PyObject *on_collection(PyObject *self, PyObject *arguments) {
    i64 now = clock_ns(CLOCK_MONOTONIC); /* before anything else: at "stop" it is the end */
    int error = *__errno_location();
    State *state = PyCapsule_GetPointer(self, NAME);
    PyObject *phase = state ? PyTuple_GetItem(arguments, 0) : 0;
    PyObject *info = phase ? PyTuple_GetItem(arguments, 1) : 0;
    if (info) {
        if (PyUnicode_CompareWithASCIIString(phase, "start") == 0) {
            PyObject *generation = PyDict_GetItem(info, state->generation);
            long which = generation ? PyLong_AsLong(generation) : -1;
            if (which >= 0 && which <= 2) begin(state, which, now);
        } else {
            finish(state, info, now);
        }
    }
    *__errno_location() = error; /* errno of the code that allocated */
    PyErr_Clear(); /* an unexpected error of a future interpreter must not reach the program */
    return none();
}

static PyObject *after_fork(PyObject *self, PyObject *arguments) {
    State *state = PyCapsule_GetPointer(self, NAME);
    (void)arguments;
    /* If the child collected before this was called, it already writes its own file. */
    if (state->pid == getpid()) return none();
    state->pid = -1;
    state->running = 0;
    state->following = 0;
    state->forked_at = clock_ns(CLOCK_MONOTONIC);
    begin_anew(state, state->forked_at);
    return none();
}

/* For a forked child without a file, because it never collected: it gets one if its collector was disabled. */
static void follow_unseen_fork(State *state) {
    if (!is_collecting_by_itself(state) && stayed(state) >= STATE_OBJECTS_OF_A_CHILD) follow_fork(state);
    PyErr_Clear();
}

/* An orderly exit. The mapping stays: the interpreter collects once more during shutdown. */
static PyObject *at_exit(PyObject *self, PyObject *arguments) {
    State *state = PyCapsule_GetPointer(self, NAME);
    (void)arguments;
    if (state->map != 0 && state->pid < 0) follow_unseen_fork(state);
    if (state->map != 0 && getpid() == state->pid) {
        anchor(state);
        write_state(state);
        put64(state->map + AT_EXITED, clock_ns(CLOCK_MONOTONIC));
        set_flag(state, FLAG_CLOSED);
    }
    return none();
}

/* The file that this process writes; None in a forked child that has not collected yet. */
static PyObject *path(PyObject *self, PyObject *arguments) {
    State *state = PyCapsule_GetPointer(self, NAME);
    (void)arguments;
    return state->map != 0 && getpid() == state->pid ? Py_BuildValue("s", state->path) : none();
}

static PyObject *truth(int value) { return Py_BuildValue("i", value); }

static long bytes_of(PyObject *value, char **text) {
    long length = 0;
    if (value == 0 || PyBytes_AsStringAndSize(value, text, &length) < 0) return 0;
    return length;
}

/* request(start, end, name: bytes, status, flags, trace: bytes) -> 1, or 0 if nothing was written. Times: CLOCK_MONOTONIC, ns. */
static PyObject *request(PyObject *self, PyObject *arguments) {
    State *state = PyCapsule_GetPointer(self, NAME);
    i64 times[2];
    long numbers[2]; /* status and flags */
    char *name = 0, *trace = 0;
    for (int i = 0; i < 2; i++) {
        PyObject *time = PyTuple_GetItem(arguments, i), *number = time ? PyTuple_GetItem(arguments, 3 + i) : 0;
        if (number == 0) return 0;
        times[i] = PyLong_AsLong(time);
        numbers[i] = PyLong_AsLong(number);
    }
    long name_length = bytes_of(PyTuple_GetItem(arguments, 2), &name);
    long trace_length = bytes_of(PyTuple_GetItem(arguments, 5), &trace);
    PyErr_Clear();
    if (state->map == 0) return truth(0);
    if (is_forked(state)) follow_fork(state);
    u8 *map = state->map;
    if (map == 0) return truth(0);
    u64 sequence = __atomic_fetch_add((u64 *)(map + AT_REQUESTS_BEGUN), 1, __ATOMIC_RELAXED);
    u64 slot = sequence % REQUEST_CAPACITY;
    if (!has_request_room(state, slot)) {
        __atomic_fetch_add((u32 *)(map + AT_REQUESTS_LOST), 1, __ATOMIC_RELAXED);
        return truth(0);
    }
    u8 *at = state->requests + slot * REQUEST_BYTES;
    if (name_length > REQUEST_NAME_BYTES) name_length = REQUEST_NAME_BYTES;
    put64(at, sequence + 1);
    publish();
    put64(at + 8, (u64)times[0]);
    put64(at + 16, (u64)times[1]);
    put64(at + 24, (u64)thread_number(state));
    for (int i = 0; i < TRACE_BYTES; i++) at[32 + i] = trace_length == TRACE_BYTES ? (u8)trace[i] : 0;
    at[48] = (u8)numbers[0];
    at[49] = (u8)(numbers[0] >> 8);
    at[50] = (u8)numbers[1];
    at[51] = (u8)name_length;
    if (name_length > 0) memcpy(at + 56, name, (u64)name_length);
    publish();
    put32(at + 52, (u32)(sequence + 1)); /* last: without it the record is incomplete */
    if (sequence % STATE_REQUESTS == 0) write_state(state);
    return truth(1);
}

static PyMethodDef handles[] = {
    {"unpause_on_collection", on_collection, METH_VARARGS, 0},
    {"after_fork", after_fork, METH_NOARGS, 0},
    {"at_exit", at_exit, METH_NOARGS, 0},
    {"path", path, METH_NOARGS, 0},
    {"request", request, METH_VARARGS, 0},
};

static void take_ask(State *state, PyObject *value) {
    char *text;
    if (value == 0 || PyBytes_AsStringAndSize(value, &text, 0) < 0) PyErr_Clear();
    else if (sscanf(text, "%106s %63s %u", state->ask_socket, state->ask_token, &state->ask_user) != 3) state->ask_socket[0] = 0;
}

/* record(directory: bytes, facts: bytes, ask: bytes = b"") -> (callback, after_fork, at_exit, path, request): creates a file. OSError on
 * failure. ask: the value of UNPAUSE_RECORDING_ASK. */
static PyObject *record(PyObject *module, PyObject *arguments) {
    PyObject *first = PyTuple_GetItem(arguments, 0), *second = first ? PyTuple_GetItem(arguments, 1) : 0;
    char *directory, *facts;
    long facts_bytes;
    (void)module;
    if (!second || PyBytes_AsStringAndSize(first, &directory, 0) < 0) return 0;
    if (PyBytes_AsStringAndSize(second, &facts, &facts_bytes) < 0) return 0;
    PyObject *gc = PyImport_ImportModule("gc");
    if (gc == 0) return 0;
    State *state = calloc(1, sizeof *state);
    if (state == 0) return PyErr_NoMemory();
    snprintf(state->directory, sizeof state->directory, "%s", directory);
    take_ask(state, PyTuple_GetItem(arguments, 2));
    state->get_count = PyObject_GetAttrString(gc, "get_count");
    state->get_threshold = PyObject_GetAttrString(gc, "get_threshold");
    state->is_enabled = PyObject_GetAttrString(gc, "isenabled");
    state->generation = PyUnicode_InternFromString("generation");
    state->collected = PyUnicode_InternFromString("collected");
    state->uncollectable = PyUnicode_InternFromString("uncollectable");
    Py_DecRef(gc);
    state->names_callers = PyFrame_GetCode != 0 || minor_version() < FIRST_AUDITED;
    if (!state->get_count || !state->get_threshold || !state->is_enabled || !state->generation || !state->collected
        || !state->uncollectable) {
        return 0;
    }
    state->flags = is_free_threaded() ? FLAG_FREE_THREADED : 0;
    state->pid = getpid();
    state->alive = alive_until_fork();
    state->started = clock_ns(CLOCK_MONOTONIC);
    begin_anew(state, state->started);
    int error = make_file(state, 1);
    if (error != 0) {
        *__errno_location() = error;
        return PyErr_SetFromErrnoWithFilename(PyExc_OSError, directory);
    }
    if (facts_bytes > FACTS_BYTES) facts_bytes = FACTS_BYTES;
    write_header(state, (const u8 *)facts, (u32)facts_bytes);
    PyObject *self = PyCapsule_New(state, NAME, 0); /* never freed: the interpreter collects after everything else was freed */
    if (self == 0) return 0;
    PyObject *made[5];
    for (int i = 0; i < 5; i++) made[i] = PyCFunction_NewEx(&handles[i], self, 0);
    return Py_BuildValue("NNNNN", made[0], made[1], made[2], made[3], made[4]);
}

static PyMethodDef functions[] = {{"record", record, METH_VARARGS, 0}, {0, 0, 0, 0}};
static PyModuleDef_Slot slots[] = {{0, 0}, {0, 0}, {0, 0}};
#define BODY {0, 0, 0, "_unpause_gc", 0, 0, functions, slots, 0, 0, 0}
static struct { ObjectHead head; DefinitionBody body; } definition = {{1, 0}, BODY};
static struct { FreeObjectHead head; DefinitionBody body; } free_definition = {{0, 0, 0, 0, 0xFFFFFFFFu, 0, 0}, BODY};

/* "3.12.1 (main, …": from 3.12 on a module says that it may be in interpreters with a GIL of their own; before, none may.
 * "3.13.5 experimental free-threading build (main, …": a module that does not say it needs no GIL brings the GIL back. */
__attribute__((visibility("default"))) PyObject *PyInit__unpause_gc(void) {
    if (minor_version() >= 12) slots[0] = (PyModuleDef_Slot){SLOT_INTERPRETERS, (void *)2};
    if (!is_free_threaded()) return PyModuleDef_Init(&definition);
    slots[1] = (PyModuleDef_Slot){SLOT_GIL, (void *)1};
    return PyModuleDef_Init(&free_definition);
}
