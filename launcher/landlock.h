/* Landlock (landlock(7), linux/landlock.h): takes rights from this process, its threads and its children, for good. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_ADD_RULE = 445, LANDLOCK_RESTRICT = 446 }; /* on every architecture */
enum { LL_EXECUTE = 1, LL_WRITE_FILE = 1 << 1, LL_READ_FILE = 1 << 2, LL_READ_DIR = 1 << 3, LL_MAKE_CHAR = 1 << 6, LL_MAKE_SOCK = 1 << 9,
    LL_MAKE_FIFO = 1 << 10, LL_MAKE_BLOCK = 1 << 11, LL_MAKE_SYM = 1 << 12 };

/* A new rule set that forbids these operations on files, TCP, and abstract sockets of and signals to others, as far as this kernel
 * supports it. Newer operations on files are forbidden if the set is that of Linux 5.13: `all` of them. Negative where there is none. */
static i64 forbid(u64 files, int all) {
    enum { ASK_VERSION = 1, WITH_REFER = 2, WITH_TRUNCATE = 3, WITH_NETWORK = 4, WITH_DEVICES = 5, WITH_SCOPES = 6 };
    enum { REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEV = 1 << 15, BIND_AND_CONNECT_TCP = 3, ABSTRACT_SOCKETS_AND_SIGNALS = 3 };
    struct { u64 files, network, scopes; } handled = { files, 0, 0 };
    i64 version = CALL(LANDLOCK_CREATE, 0, 0, ASK_VERSION, 0, 0);
    if (version < 1) return -1;
    u64 size = sizeof handled.files;
    if (all && version >= WITH_REFER) handled.files |= REFER;
    if (all && version >= WITH_TRUNCATE) handled.files |= TRUNCATE;
    if (all && version >= WITH_DEVICES) handled.files |= IOCTL_DEV;
    if (version >= WITH_NETWORK) handled.network = BIND_AND_CONNECT_TCP, size = 2 * sizeof(u64);
    if (version >= WITH_SCOPES) handled.scopes = ABSTRACT_SOCKETS_AND_SIGNALS, size = sizeof handled;
    return CALL(LANDLOCK_CREATE, &handled, size, 0, 0, 0);
}

/* Puts the rule set in force, and closes it. */
static void restrict_to(i64 rules) {
    if (rules < 0) return;
    CALL(LANDLOCK_RESTRICT, rules, 0, 0, 0, 0);
    CALL(CLOSE, rules, 0, 0, 0, 0);
}
