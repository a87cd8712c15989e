/* Functions of Python and libc for both callbacks, declared here so that a build needs no headers of either: names that glibc and musl
 * share, and functions of the stable ABI (PEP 384). Functions for only one callback are declared there. */
typedef signed long i64;
typedef unsigned long u64;
typedef unsigned int u32;
typedef unsigned char u8;

typedef struct _object PyObject;
typedef struct { const char *name; PyObject *(*call)(PyObject *, PyObject *); int flags; const char *doc; } PyMethodDef;
typedef struct { int slot; void *value; } PyModuleDef_Slot;
extern PyObject *PyModuleDef_Init(void *);
extern const char *Py_GetVersion(void);
extern PyObject *PyCFunction_NewEx(PyMethodDef *, PyObject *, PyObject *);
extern PyObject *PyCapsule_New(void *, const char *, void *);
extern void *PyCapsule_GetPointer(PyObject *, const char *);
extern int PyBytes_AsStringAndSize(PyObject *, char **, long *);
extern PyObject *Py_BuildValue(const char *, ...);
extern PyObject *PyUnicode_InternFromString(const char *);
extern int PyUnicode_CompareWithASCIIString(PyObject *, const char *);
extern PyObject *PyDict_GetItem(PyObject *, PyObject *);
extern PyObject *PyTuple_GetItem(PyObject *, long);
extern long PyLong_AsLong(PyObject *);
extern void PyErr_Clear(void);
extern PyObject *PyErr_NoMemory(void);
extern PyObject *PyErr_SetFromErrnoWithFilename(PyObject *, const char *);
extern PyObject *PyExc_OSError;
extern void Py_DecRef(PyObject *);
#define METH_VARARGS 1
#define METH_NOARGS 4
#define SLOT_INTERPRETERS 3 /* Py_mod_multiple_interpreters, since 3.12 */

struct timespec { long seconds, nanoseconds; };
extern int open(const char *, int, ...);
extern int close(int);
extern int unlink(const char *);
extern int ftruncate(int, long);
extern int posix_fallocate(int, long, long);
extern void *mmap(void *, u64, int, int, int, long);
extern int madvise(void *, u64, int);
extern int getpid(void);
extern long syscall(long, ...);
extern int clock_gettime(int, struct timespec *);
extern int snprintf(char *, u64, const char *, ...);
extern void *calloc(u64, u64);
extern void *memcpy(void *, const void *, u64);
extern int *__errno_location(void);
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_CLOEXEC 02000000
#define EEXIST 17
#define PROT_READ_WRITE 3
#define MAP_SHARED 1
#define MAP_PRIVATE_ANONYMOUS 0x22
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define MADV_WIPEONFORK 18 /* Linux 4.14 */

static i64 clock_ns(int clock) {
    struct timespec now;
    if (clock_gettime(clock, &now) != 0) return 0;
    return now.seconds * 1000000000L + now.nanoseconds;
}

static void put32(u8 *at, u32 value) { *(volatile u32 *)at = value; }
static void put64(u8 *at, u64 value) { *(volatile u64 *)at = value; }

/* Compiler and CPU keep the order of values that a reader of the file must see in order. */
static void publish(void) { __atomic_thread_fence(__ATOMIC_RELEASE); }

static PyObject *none(void) { return Py_BuildValue(""); }

/* Memory that the kernel clears in every forked child, whoever forked. */
static volatile u8 *alive_until_fork(void) {
    void *page = mmap(0, 4096, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
    if (page == (void *)-1) return 0;
    if (madvise(page, 4096, MADV_WIPEONFORK) != 0) return 0;
    *(volatile u8 *)page = 1;
    return page;
}
