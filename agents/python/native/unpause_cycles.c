/* Snapshots of the objects that CPython's collector is about to free (../CYCLES.md), taken in a child process that shares only memory
 * pages with the program. It finds unreachable objects by counting references as the collector does, and writes them with their
 * references and attribute names to a file. The program is paused only while its pages are shared.
 *
 * The child runs no bytecode, so no code of the program runs: no finalizer, no callback, no fork or exit hook, and no other thread
 * exists that could hold a lock. It closes every descriptor at once, because a connection that the program closes must end, and ends
 * with _exit. The program gets no SIGCHLD and its wait() does not see the child: it is cloned without an exit signal.
 *
 * One build supports every 64-bit CPython from 3.8 on, with a GIL. It uses functions of the stable ABI (PyObject_GenericGetDict,
 * PyUnicode_AsUTF8AndSize and PyMem_SetAllocator are exported by all of these versions, too), and of an object its reference count and
 * its type, whose offsets that ABI fixes. Build: ./build. */
#include "declared.h"

struct _object { i64 references; struct _object *type; };
typedef struct {
    i64 references; void *type;
    void *init; long index; PyObject *copy;
    const char *name, *doc; long size; PyMethodDef *methods; PyModuleDef_Slot *slots; void *traverse, *clear, *free;
} PyModuleDef;
typedef struct {
    void *context;
    void *(*malloc)(void *, u64);
    void *(*calloc)(void *, u64, u64);
    void *(*realloc)(void *, void *, u64);
    void (*free)(void *, void *);
} PyMemAllocatorEx;
extern PyObject *PyObject_CallFunctionObjArgs(PyObject *, ...);
extern PyObject *PyObject_CallMethodObjArgs(PyObject *, PyObject *, ...);
extern PyObject *PyObject_GenericGetAttr(PyObject *, PyObject *);
extern PyObject *PyObject_GenericGetDict(PyObject *, void *);
extern PyObject *PyMapping_Items(PyObject *);
extern const char *PyUnicode_AsUTF8AndSize(PyObject *, long *);
extern int PyDict_Next(PyObject *, long *, PyObject **, PyObject **);
extern long PyTuple_Size(PyObject *);
extern PyObject *PyList_GetItem(PyObject *, long);
extern long PyList_Size(PyObject *);
extern PyObject *PyList_New(long);
extern int PyList_Append(PyObject *, PyObject *);
extern PyObject *PyLong_FromLong(long);
extern u64 PyType_GetFlags(PyObject *);
extern PyObject *PyImport_GetModuleDict(void);
extern void PyMem_GetAllocator(int, PyMemAllocatorEx *);
extern void PyMem_SetAllocator(int, PyMemAllocatorEx *);
#define DOMAIN_MEM 1
#define DOMAIN_OBJ 2
#define IS_HEAP_TYPE (1ul << 9)
#define IS_COLLECTED (1ul << 14)
#define IS_LONG (1ul << 24)
#define IS_LIST (1ul << 25)
#define IS_TUPLE (1ul << 26)
#define IS_STRING (1ul << 28)
#define IS_DICT (1ul << 29)
#define IS_EXCEPTION (1ul << 30)
#define IS_TYPE (1ul << 31)

extern int rename(const char *, const char *);
extern long write(int, const void *, u64);
extern int munmap(void *, u64);
extern void (*signal(int, void (*)(int)))(int);
extern u32 alarm(u32);
extern int nice(int);
extern int prctl(int, ...);
extern int pthread_sigmask(int, const void *, void *);
extern int wait4(int, int *, int, void *);
extern void _exit(int) __attribute__((noreturn));
#define O_WRONLY 1
#define CLOCK_OF_THREAD 3 /* CPU time: a busy machine makes a snapshot longer, but not more expensive */
#define SIG_BLOCK 0
#define SIG_SETMASK 2
#define SIGNALS 65
#define WNOHANG_OF_CLONES (1u | 0x80000000u) /* WNOHANG | __WCLONE */
#define PR_SET_DUMPABLE 4
#define PR_SET_NAME 15
#if defined(__x86_64__)
#define SYS_clone 56
#elif defined(__aarch64__)
#define SYS_clone 220
#else
#error "which number has clone here?"
#endif
#define SYS_close_range 436
#define MOST_DESCRIPTORS 65536

/* The formats: ../CYCLES.md. */
#define CONTROL_BYTES 4096
#define AT_FLAGS 40
#define AT_ASKED 44
#define AT_SAMPLES 48
#define AT_ALLOCATED 56
#define AT_GENERATIONS 72
#define GENERATION_BYTES 40
#define AT_FAILED 192
#define AT_HEAPS_ASKED 196
#define AT_SAMPLE 256
#define SAMPLE_BYTES 40
#define MOST_SAMPLES 96
#define FLAG_EXITED 1
#define FLAG_TRACED 2
#define FLAG_ALLOCATIONS 4
#define FLAG_FORKED 8
#define UNKNOWN 0xFFFFFFFFFFFFFFFFul
#define KIND_OF_COLLECTION 0
#define KIND_OF_MOMENT 1
#define KIND_AT_EXIT 2
#define KIND_OF_HEAP 3
#define PATH_BYTES 4096
#define TEXT_BYTES 200
#define MOST_TYPES 16384
#define MOST_COMPARED 256  /* referents of one object for which names are searched */
#define FRAMES 3
#define SAMPLES_AT_A_PACE 3 /* of a generation; then they are taken half as often */
#define USELESS_LOOKS 2     /* of a generation that are taken whatever was freed before */
#define IDLE 2              /* collections that freed nothing, after which snapshots are rare */
#define SELDOM 16
#define SHARE_OF_TIME 50   /* after a snapshot that pauses the program for a time, none is taken for this many times as long */

#define NAME "unpause_cycles"

enum { GENERATION, COLLECTED, UNCOLLECTABLE, MODULE, QUALNAME, MRO, DICT, GET, TEXTS };
static const char *const text_of[TEXTS] = {
    "generation", "collected", "uncollectable", "__module__", "__qualname__", "__mro__", "__dict__", "__get__"};

/* Getters in C for attributes of CPython's own types, which run no code of the program. */
static const struct { const char *type, *attribute; } getters[] = {
    {"function", "__closure__"}, {"function", "__defaults__"}, {"function", "__kwdefaults__"}, {"function", "__code__"},
    {"function", "__annotations__"}, {"cell", "cell_contents"}, {"traceback", "tb_next"}, {"traceback", "tb_frame"},
    {"frame", "f_back"}, {"generator", "gi_frame"}, {"coroutine", "cr_frame"}, {"async_generator", "ag_frame"},
    {"generator", "gi_yieldfrom"}, {"coroutine", "cr_await"}, {"property", "fget"}, {"property", "fset"},
};
enum { OF_EXCEPTIONS = 4, OF_TYPES = 3, OF_FRAMES = 1 << 8 };
static const char *const of_exceptions[OF_EXCEPTIONS] = {"__traceback__", "__context__", "__cause__", "args"};
static const char *const of_types[OF_TYPES] = {"__mro__", "__bases__", "__base__"};

typedef struct {
    u8 *map;
    int pid;
    volatile u8 *alive;
    u32 forked, asked, heaps_asked, flags;
    u32 number;              /* of the last sample */
    u32 pace[3], left[3];    /* samples taken at this pace, and how many may be taken at all */
    u32 idle[3];             /* consecutive collections that freed nothing */
    i64 interval[3], next[3], not_before;
    i64 started;             /* distinguishes processes with the same id */
    u8 *sample;              /* of the running collection */
    i64 collecting_since;
    int child;               /* child process that has not been waited for */
    /* options */
    u32 samples, seconds, most_examined, most_written;
    i64 pace_ns;
    PyObject *get_objects, *get_referents, *get_size, *object_size, *member_type, *method_type, *disable, *get_traceback,
        *module_type, *current_frames, *freeze_count, *unfreeze;
    PyObject *texts[TEXTS];
    char directory[PATH_BYTES], base[PATH_BYTES + 64];
} State;

static u32 get32(const u8 *at) { return *(volatile const u32 *)at; }
static u64 get64(const u8 *at) { return *(volatile const u64 *)at; }
static void add64(u8 *at, u64 value) { put64(at, get64(at) + value); }

/* ---- In the child process: nothing below here runs in the program. ---- */

/* From objects' addresses to their numbers. */
typedef struct { PyObject **keys; u32 *values; u64 mask, used; } Table;
typedef struct {
    PyObject *type, *members;
    u64 count, bytes;
    u32 sized, getters;
    u8 written, sampled, followed;
    u64 old, garbage, garbage_bytes; /* of snapshots of the whole heap, like the two above and below */
    double parts, part_bytes;
} Type;
#define REACHED (-1)
typedef struct {
    State *state;
    Table objects, others, types;
    PyObject **all;          /* the objects of the generations in the snapshot */
    i64 *references;         /* for each: references from elsewhere; then REACHED, or 0 if it is garbage */
    u32 *stack;
    u64 count, garbage, written;
    u64 from[4];             /* the first object of each generation, and the end */
    u64 began;
    PyObject **referents;
    u64 room;
    Type *type;
    u32 type_count;
    u32 *place;              /* for each object its number among the written ones */
    u32 *held;
    u64 *held_bytes;
    u32 *other_counts;       /* references from garbage to objects outside the snapshot, by their number */
    u64 others_room;
    int file;
    u64 filled;
    char part[PATH_BYTES + 128], whole[PATH_BYTES + 128];
    char out[1 << 16];
} Look;

static void give_up(void) { _exit(3); }

static void *memory(u64 bytes) {
    void *made = mmap(0, bytes + 4096, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1, 0);
    if (made == (void *)-1) give_up();
    return made;
}

static void make_table(Table *table, u64 least) {
    u64 size = 1024;
    while (size < least * 2) size *= 2;
    table->keys = memory(size * sizeof(PyObject *));
    table->values = memory(size * sizeof(u32));
    table->mask = size - 1;
    table->used = 0;
}

static u64 place_of(const Table *table, const PyObject *key) {
    u64 at = ((u64)key >> 4) * 0x9E3779B97F4A7C15ul;
    for (at = (at ^ (at >> 29)) & table->mask; table->keys[at] && table->keys[at] != key; at = (at + 1) & table->mask) continue;
    return at;
}

static u32 *find(const Table *table, const PyObject *key) {
    u64 at = place_of(table, key);
    return table->keys[at] ? &table->values[at] : 0;
}

static u32 *add(Table *table, PyObject *key) {
    if (table->used * 2 > table->mask) {
        Table larger;
        make_table(&larger, table->mask + 1);
        for (u64 i = 0; i <= table->mask; i++) if (table->keys[i]) *add(&larger, table->keys[i]) = table->values[i];
        munmap(table->keys, (table->mask + 1) * sizeof(PyObject *) + 4096);
        munmap(table->values, (table->mask + 1) * sizeof(u32) + 4096);
        *table = larger;
    }
    u64 at = place_of(table, key);
    if (!table->keys[at]) {
        table->keys[at] = key;
        table->used++;
    }
    return &table->values[at];
}

static void flush(Look *look) {
    for (u64 at = 0; at < look->filled;) {
        long wrote = write(look->file, look->out + at, look->filled - at);
        if (wrote <= 0) give_up();
        at += (u64)wrote;
    }
    look->filled = 0;
}

static void put_char(Look *look, char c) {
    if (look->filled == sizeof look->out) flush(look);
    look->out[look->filled++] = c;
}

static void put_number(Look *look, u64 number) {
    char digits[24];
    int at = sizeof digits;
    do digits[--at] = (char)('0' + number % 10); while (number /= 10);
    while (at < (int)sizeof digits) put_char(look, digits[at++]);
}

/* Only tabs and the line end have a meaning, so text contains neither. */
static void put_bytes(Look *look, const char *text, long length) {
    if (length > TEXT_BYTES) {
        length = TEXT_BYTES;
        while (length > 0 && ((u8)text[length] & 0xC0) == 0x80) length--; /* no partial characters */
    }
    for (long i = 0; i < length; i++) put_char(look, (u8)text[i] < ' ' ? '?' : text[i]);
}

static void put_text(Look *look, const char *text) {
    while (*text) put_char(look, *text++);
}

static u64 flags_of(PyObject *object) { return PyType_GetFlags(object->type); }

static void put_string(Look *look, PyObject *string) {
    long length;
    const char *text = string && (flags_of(string) & IS_STRING) ? PyUnicode_AsUTF8AndSize(string, &length) : 0;
    if (text) put_bytes(look, text, length);
    else {
        PyErr_Clear();
        put_char(look, '?');
    }
}

/* Borrowed or null; the container owns it. */
static PyObject *attribute(PyObject *object, PyObject *name) {
    PyObject *value = PyObject_GenericGetAttr(object, name);
    if (!value) PyErr_Clear();
    return value;
}

static PyObject *attribute_named(PyObject *object, const char *name) {
    PyObject *key = PyUnicode_InternFromString(name);
    return key ? attribute(object, key) : 0;
}

/* A copy of an object's referents, as often as it refers to them. The references of the list itself are removed. */
static u64 referents_of(Look *look, PyObject *object) {
    PyObject *list = PyObject_CallFunctionObjArgs(look->state->get_referents, object, (PyObject *)0);
    if (!list) give_up();
    u64 count = (u64)PyList_Size(list);
    if (count > look->room) {
        munmap(look->referents, look->room * sizeof(PyObject *) + 4096);
        look->room = count * 2;
        look->referents = memory(look->room * sizeof(PyObject *));
    }
    for (u64 i = 0; i < count; i++) look->referents[i] = PyList_GetItem(list, (long)i);
    Py_DecRef(list);
    return count;
}

/* Since 3.12 some objects are immortal and not counted; the upper half then contains other values. */
static u32 references_of(const PyObject *object) { return (u32)object->references; }

/* The file appears only when it is complete. */
static void __attribute__((noreturn)) finish(Look *look) {
    flush(look);
    _exit(rename(look->part, look->whole) == 0 ? 0 : 3);
}

static PyObject *objects_of(Look *look, long generation) {
    PyObject *list = PyObject_CallFunctionObjArgs(look->state->get_objects, PyLong_FromLong(generation), (PyObject *)0);
    if (!list) give_up();
    return list;
}

/* Appends objects that gc.freeze put aside to the oldest generation, and returns their number. They stay frozen in the program, whose
 * collector is not this child's. */
static long thaw(Look *look) {
    PyObject *count = PyObject_CallFunctionObjArgs(look->state->freeze_count, (PyObject *)0);
    if (!count || !PyObject_CallFunctionObjArgs(look->state->unfreeze, (PyObject *)0)) give_up();
    return PyLong_AsLong(count);
}

static void take_objects(Look *look, long oldest, int with_frozen) {
    PyObject *lists[3];
    long frozen = with_frozen ? thaw(look) : 0;
    for (long generation = 0; generation <= oldest; generation++) {
        lists[generation] = objects_of(look, generation);
        look->count += (u64)PyList_Size(lists[generation]);
    }
    if (look->count > look->state->most_examined) {
        put_text(look, "x\t");
        put_number(look, look->count);
        put_char(look, '\n');
        finish(look);
    }
    look->all = memory(look->count * sizeof(PyObject *));
    look->references = memory(look->count * sizeof(i64));
    make_table(&look->objects, look->count);
    u64 at = 0;
    for (long generation = 0; generation <= oldest; generation++) {
        long size = PyList_Size(lists[generation]);
        long first = generation == 2 && frozen <= size ? size - frozen : 0; /* frozen objects are the oldest, and come first */
        look->from[generation] = at;
        for (long i = 0; i < size; i++, at++) {
            PyObject *object = PyList_GetItem(lists[generation], first + i < size ? first + i : first + i - size);
            look->all[at] = object;
            look->references[at] = (i64)references_of(object) - 1; /* without the list's own */
            *add(&look->objects, object) = (u32)at;
        }
    }
    look->from[oldest + 1] = at;
}

static void find_garbage(Look *look) {
    for (u64 i = 0; i < look->count; i++) {
        u64 count = referents_of(look, look->all[i]);
        for (u64 k = 0; k < count; k++) {
            u32 *found = find(&look->objects, look->referents[k]);
            if (found) look->references[*found]--;
        }
    }
    u64 waiting = 0;
    look->stack = memory(look->count * sizeof(u32));
    for (u64 i = 0; i < look->count; i++) {
        /* A negative value means that a suspended frame reported more references than it has. */
        if (look->references[i] <= 0) look->references[i] = 0;
        else {
            look->references[i] = REACHED;
            look->stack[waiting++] = (u32)i;
        }
    }
    look->garbage = look->count - waiting;
    while (waiting > 0) {
        u64 count = referents_of(look, look->all[look->stack[--waiting]]);
        for (u64 k = 0; k < count; k++) {
            u32 *found = find(&look->objects, look->referents[k]);
            if (!found || look->references[*found] == REACHED) continue;
            look->references[*found] = REACHED;
            look->garbage--;
            look->stack[waiting++] = *found;
        }
    }
}

/* The descriptors of an object's members (__slots__, and members of types in C), and of its size. */
static void learn_type(Look *look, Type *type) {
    State *state = look->state;
    type->members = PyList_New(0);
    PyObject *size_name = PyUnicode_InternFromString("__sizeof__"), *sizer = 0;
    PyObject *mro = attribute(type->type, state->texts[MRO]);
    long length = mro && (flags_of(mro) & IS_TUPLE) ? PyTuple_Size(mro) : 0;
    for (long i = 0; i < length; i++) {
        PyObject *base = PyTuple_GetItem(mro, i);
        PyObject *space = (flags_of(base) & IS_TYPE) ? attribute(base, state->texts[DICT]) : 0;
        PyObject *items = space ? PyMapping_Items(space) : 0;
        if (!items) PyErr_Clear();
        long count = items ? PyList_Size(items) : 0;
        for (long k = 0; k < count; k++) {
            PyObject *pair = PyList_GetItem(items, k), *name = PyTuple_GetItem(pair, 0), *value = PyTuple_GetItem(pair, 1);
            if (value->type == state->member_type) PyList_Append(type->members, pair);
            if (name == size_name && !sizer) sizer = value;
        }
    }
    type->sized = sizer && sizer->type == state->method_type;
    PyObject *name = attribute(type->type, state->texts[QUALNAME]), *module = attribute(type->type, state->texts[MODULE]);
    int of_python = module && (flags_of(module) & IS_STRING) && PyUnicode_CompareWithASCIIString(module, "builtins") == 0;
    if (!of_python || !name || (PyType_GetFlags(type->type) & IS_HEAP_TYPE)) return;
    for (u32 i = 0; i < sizeof getters / sizeof getters[0]; i++) {
        if (PyUnicode_CompareWithASCIIString(name, getters[i].type) == 0) type->getters |= 1u << i;
    }
}

static Type *type_of(Look *look, PyObject *object) {
    u32 *found = find(&look->types, object->type);
    if (found) return &look->type[*found];
    if (look->type_count == MOST_TYPES) return &look->type[0];
    Type *type = &look->type[look->type_count];
    type->type = object->type;
    *add(&look->types, object->type) = look->type_count++;
    learn_type(look, type);
    return type;
}

/* Like sys.getsizeof, unless that would call a __sizeof__ in Python. */
static u64 size_of(Look *look, PyObject *object, const Type *type) {
    PyObject *size = PyObject_CallFunctionObjArgs(
        type->sized ? look->state->get_size : look->state->object_size, object, (PyObject *)0);
    if (!size) {
        PyErr_Clear();
        return 0;
    }
    long bytes = PyLong_AsLong(size);
    Py_DecRef(size);
    if (!type->sized && (PyType_GetFlags(type->type) & IS_COLLECTED)) bytes += 16;
    return bytes > 0 ? (u64)bytes : 0;
}

/* Another reference from garbage to an object that the collector does not track here. If an object has only such references, it is freed
 * too. */
static int is_held(Look *look, PyObject *object) {
    u32 index;
    if (find(&look->objects, object)) return 0;
    u32 *number = find(&look->others, object);
    if (!number) {
        index = (u32)look->others.used;
        if (index == look->others_room) {
            u32 *larger = memory(look->others_room * 2 * sizeof(u32));
            memcpy(larger, look->other_counts, look->others_room * sizeof(u32));
            munmap(look->other_counts, look->others_room * sizeof(u32) + 4096);
            look->other_counts = larger;
            look->others_room *= 2;
        }
        number = add(&look->others, object);
        *number = index;
    }
    return ++look->other_counts[*number] == references_of(object);
}

/* Objects that only garbage refers to and that are freed with it. They are in no cycle, so each has one last owner. */
static void weigh(Look *look, u32 index) {
    static PyObject *waiting[4096];
    u32 depth = 0;
    PyObject *object = look->all[index];
    for (;;) {
        u64 count = referents_of(look, object);
        for (u64 k = 0; k < count; k++) {
            PyObject *referent = look->referents[k];
            if (!is_held(look, referent)) continue;
            look->held[index]++;
            look->held_bytes[index] += size_of(look, referent, type_of(look, referent));
            if (depth < 4096 && (flags_of(referent) & IS_COLLECTED)) waiting[depth++] = referent;
        }
        if (depth == 0) return;
        object = waiting[--depth];
    }
}

static void put_type(Look *look, Type *type) {
    if (type->written) return;
    type->written = 1;
    put_text(look, "t\t");
    put_number(look, (u64)(type - look->type));
    put_char(look, '\t');
    PyObject *module = attribute(type->type, look->state->texts[MODULE]);
    if (module && (flags_of(module) & IS_STRING) && PyUnicode_CompareWithASCIIString(module, "builtins") != 0) {
        put_string(look, module);
        put_char(look, '.');
    }
    put_string(look, attribute(type->type, look->state->texts[QUALNAME]));
    put_char(look, '\n');
}

static void put_code(Look *look, PyObject *code) {
    put_string(look, attribute_named(code, "co_name"));
    put_text(look, " (");
    put_string(look, attribute_named(code, "co_filename"));
    put_char(look, ':');
    PyObject *line = attribute_named(code, "co_firstlineno");
    put_number(look, line ? (u64)PyLong_AsLong(line) : 0);
    put_char(look, ')');
}

/* The name or code of a function, a frame or a class; then the names of a function's free variables. */
static void put_detail(Look *look, PyObject *object, const Type *type) {
    PyObject *code = 0;
    if (flags_of(object) & IS_TYPE) put_string(look, attribute(object, look->state->texts[QUALNAME]));
    else if (object->type == look->state->module_type) put_string(look, attribute_named(object, "__name__"));
    else if (type->getters & (1u << 3)) code = attribute_named(object, "__code__");
    else if (type->getters & OF_FRAMES) code = attribute_named(object, "f_code");
    if (!code) {
        put_char(look, '\t');
        return;
    }
    put_code(look, code);
    put_char(look, '\t');
    PyObject *names = attribute_named(code, "co_freevars");
    long count = names && (flags_of(names) & IS_TUPLE) ? PyTuple_Size(names) : 0;
    for (long i = 0; i < count && i < 16; i++) {
        if (i > 0) put_char(look, ' ');
        put_string(look, PyTuple_GetItem(names, i));
    }
}

/* Its allocation site by tracemalloc: the innermost frames. */
static void put_origin(Look *look, PyObject *object) {
    if (!look->state->get_traceback) return;
    PyObject *frames = PyObject_CallFunctionObjArgs(look->state->get_traceback, object, (PyObject *)0);
    if (!frames) PyErr_Clear();
    long count = frames && (flags_of(frames) & IS_TUPLE) ? PyTuple_Size(frames) : 0;
    for (long i = 0; i < count && i < FRAMES; i++) {
        PyObject *frame = PyTuple_GetItem(frames, i);
        if (i > 0) put_text(look, " < ");
        put_string(look, PyTuple_GetItem(frame, 0));
        put_char(look, ':');
        put_number(look, (u64)PyLong_AsLong(PyTuple_GetItem(frame, 1)));
    }
    if (frames) Py_DecRef(frames);
}

static int put_edge(Look *look, u32 from, const PyObject *to, char kind) {
    u32 *index = find(&look->objects, to);
    if (!index || look->place[*index] == 0) return 0;
    put_text(look, "e\t");
    put_number(look, look->place[from] - 1);
    put_char(look, '\t');
    put_number(look, look->place[*index] - 1);
    put_char(look, '\t');
    put_char(look, kind);
    put_char(look, '\t');
    return 1;
}

static void put_named_edge(Look *look, u32 from, const PyObject *to, char kind, PyObject *name) {
    if (!put_edge(look, from, to, kind)) return;
    put_string(look, name);
    put_char(look, '\n');
}

static void put_attribute_edge(Look *look, u32 from, const PyObject *to, const char *name) {
    if (!put_edge(look, from, to, 'a')) return;
    put_text(look, name);
    put_char(look, '\n');
}

static void put_item_edge(Look *look, u32 from, const PyObject *to, u64 index) {
    if (!put_edge(look, from, to, 'i')) return;
    put_number(look, index);
    put_char(look, '\n');
}

static void put_dict_edges(Look *look, u32 from, PyObject *dict) {
    PyObject *key, *value;
    for (long at = 0; PyDict_Next(dict, &at, &key, &value);) {
        u64 flags = flags_of(key);
        if (flags & IS_STRING) put_named_edge(look, from, value, 'k', key);
        else if (put_edge(look, from, value, 'n')) {
            if (flags & IS_LONG) {
                long number = PyLong_AsLong(key);
                PyErr_Clear();
                if (number < 0) put_char(look, '-');
                put_number(look, number < 0 ? 0 - (u64)number : (u64)number);
            } else put_char(look, '?');
            put_char(look, '\n');
        }
        if (put_edge(look, from, key, 'K')) put_char(look, '\n');
    }
}

/* Removes an object from those without a name. Returns whether it was among them. */
static int take(PyObject **unnamed, u64 count, const PyObject *object) {
    for (u64 i = 0; i < count; i++) {
        if (unnamed[i] != object) continue;
        unnamed[i] = 0;
        return 1;
    }
    return 0;
}

static void put_frame_edges(Look *look, u32 from, PyObject *frame, PyObject **unnamed, u64 count) {
    PyObject *locals = attribute_named(frame, "f_locals");
    PyObject *items = locals ? PyMapping_Items(locals) : 0; /* a proxy in C since 3.13 */
    if (!items) PyErr_Clear();
    long size = items && (flags_of(items) & IS_LIST) ? PyList_Size(items) : 0;
    for (long i = 0; i < size; i++) {
        PyObject *pair = PyList_GetItem(items, i), *value = PyTuple_GetItem(pair, 1);
        if (take(unnamed, count, value)) put_named_edge(look, from, value, 'l', PyTuple_GetItem(pair, 0));
    }
}

static void put_attribute_edges(Look *look, u32 from, PyObject *object, const Type *type, PyObject **unnamed, u64 count) {
    State *state = look->state;
    u64 flags = flags_of(object);
    long members = PyList_Size(type->members);
    for (long i = 0; i < members; i++) {
        PyObject *pair = PyList_GetItem(type->members, i), *descriptor = PyTuple_GetItem(pair, 1);
        PyObject *value = PyObject_CallMethodObjArgs(descriptor, state->texts[GET], object, (PyObject *)0);
        if (!value) PyErr_Clear();
        else if (take(unnamed, count, value)) put_named_edge(look, from, value, 'a', PyTuple_GetItem(pair, 0));
    }
    for (u32 i = 0; i < sizeof getters / sizeof getters[0]; i++) {
        if (!(type->getters & (1u << i))) continue;
        PyObject *value = attribute_named(object, getters[i].attribute);
        if (value && take(unnamed, count, value)) put_attribute_edge(look, from, value, getters[i].attribute);
    }
    if (type->getters & OF_FRAMES) put_frame_edges(look, from, object, unnamed, count);
    for (u32 i = 0; i < OF_EXCEPTIONS && (flags & IS_EXCEPTION); i++) {
        PyObject *value = attribute_named(object, of_exceptions[i]);
        if (value && take(unnamed, count, value)) put_attribute_edge(look, from, value, of_exceptions[i]);
    }
    for (u32 i = 0; i < OF_TYPES && (flags & IS_TYPE); i++) {
        PyObject *value = attribute_named(object, of_types[i]);
        if (value && take(unnamed, count, value)) put_attribute_edge(look, from, value, of_types[i]);
    }
    PyObject *dict = (flags & IS_TYPE) ? 0 : PyObject_GenericGetDict(object, 0);
    if (!dict) PyErr_Clear();
    if (dict && (flags_of(dict) & IS_DICT)) {
        if (take(unnamed, count, dict)) put_attribute_edge(look, from, dict, "__dict__");
        PyObject *key, *value;
        for (long at = 0; PyDict_Next(dict, &at, &key, &value);) {
            if (take(unnamed, count, value)) put_named_edge(look, from, value, 'a', key);
        }
    }
    if (flags & IS_TYPE) { /* a class's dictionary is behind a proxy, and recognised as the only remaining dictionary */
        for (u64 i = 0; i < count; i++) {
            if (!unnamed[i] || !(flags_of(unnamed[i]) & IS_DICT)) continue;
            put_attribute_edge(look, from, unnamed[i], "__dict__");
            unnamed[i] = 0;
        }
    }
}

static void put_edges(Look *look, u32 index) {
    PyObject *object = look->all[index], *unnamed[MOST_COMPARED];
    u64 flags = flags_of(object);
    if (flags & IS_DICT) put_dict_edges(look, index, object);
    else if (flags & IS_LIST) {
        for (long i = 0, size = PyList_Size(object); i < size; i++) put_item_edge(look, index, PyList_GetItem(object, i), (u64)i);
    } else if (flags & IS_TUPLE) {
        for (long i = 0, size = PyTuple_Size(object); i < size; i++) put_item_edge(look, index, PyTuple_GetItem(object, i), (u64)i);
    }
    int is_container = (flags & (IS_DICT | IS_LIST | IS_TUPLE)) != 0;
    if (is_container && !(PyType_GetFlags(object->type) & IS_HEAP_TYPE)) return;
    u64 count = referents_of(look, object), compared = count < MOST_COMPARED ? count : MOST_COMPARED;
    memcpy(unnamed, look->referents, compared * sizeof(PyObject *));
    PyObject **rest = look->referents; /* used again below, when nothing more is queried */
    put_attribute_edges(look, index, object, type_of(look, object), unnamed, compared);
    for (u64 i = 0; i < compared; i++) {
        if (unnamed[i] && !is_container && put_edge(look, index, unnamed[i], '-')) put_char(look, '\n');
    }
    for (u64 i = compared; i < count && !is_container; i++) if (put_edge(look, index, rest[i], '-')) put_char(look, '\n');
}

static void put_object(Look *look, u32 index, u64 bytes) {
    PyObject *object = look->all[index];
    Type *type = type_of(look, object);
    put_type(look, type);
    put_text(look, "o\t");
    put_number(look, (u64)(type - look->type));
    put_char(look, '\t');
    put_number(look, bytes);
    put_char(look, '\t');
    put_number(look, look->held[index]);
    put_char(look, '\t');
    put_number(look, look->held_bytes[index]);
    put_char(look, '\t');
    put_detail(look, object, type);
    put_char(look, '\t');
    put_origin(look, object);
    put_char(look, '\n');
}

static void put_garbage(Look *look) {
    u64 bytes = 0, held = 0, held_bytes = 0;
    look->held = memory(look->count * sizeof(u32));
    look->held_bytes = memory(look->count * sizeof(u64));
    look->place = memory(look->count * sizeof(u32));
    look->others_room = 4096;
    look->other_counts = memory(look->others_room * sizeof(u32));
    make_table(&look->others, 4096);
    for (u64 i = 0; i < look->count; i++) {
        if (look->references[i] == REACHED) continue;
        Type *type = type_of(look, look->all[i]);
        u64 size = size_of(look, look->all[i], type);
        type->count++;
        type->bytes += size;
        bytes += size;
        weigh(look, (u32)i);
        held += look->held[i];
        held_bytes += look->held_bytes[i];
    }
    for (u64 i = 0; i < look->count && look->written < look->state->most_written; i++) {
        if (look->references[i] == REACHED) continue;
        look->place[i] = (u32)++look->written;
        put_object(look, (u32)i, size_of(look, look->all[i], type_of(look, look->all[i])));
    }
    u64 put = 0;
    for (u64 i = 0; i < look->count && put < look->written; i++) {
        if (look->place[i] == 0) continue;
        put_edges(look, (u32)i);
        put++;
    }
    for (u32 i = 0; i < look->type_count; i++) {
        if (look->type[i].count == 0) continue;
        put_type(look, &look->type[i]);
        put_text(look, "c\t");
        put_number(look, i);
        put_char(look, '\t');
        put_number(look, look->type[i].count);
        put_char(look, '\t');
        put_number(look, look->type[i].bytes);
        put_char(look, '\n');
    }
    u64 numbers[] = {look->count, look->garbage, bytes, held, held_bytes, look->written};
    put_char(look, 'z');
    for (u32 i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put_char(look, '\t');
        put_number(look, numbers[i]);
    }
}

#include "heap_look.h"

static void close_all(void) {
    if (syscall(SYS_close_range, 0u, ~0u, 0u) == 0) return;
    for (int i = 0; i < MOST_DESCRIPTORS; i++) close(i);
}

/* Main function of the child process. */
static void __attribute__((noreturn)) look_around(State *state, long oldest, u32 kind) {
    static Look look;
    static const u64 no_signals[16];
    look.began = (u64)clock_ns(CLOCK_MONOTONIC);
    close_all();
    for (int i = 1; i < SIGNALS; i++) signal(i, (void (*)(int))0); /* the program's handlers must not run here */
    alarm(state->seconds);
    pthread_sigmask(SIG_SETMASK, no_signals, 0);
    prctl(PR_SET_NAME, "unpause-cycles", 0, 0, 0);
    nice(5);
    int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); /* when memory runs out, this is killed and not the program */
    if (score >= 0) {
        if (write(score, "1000", 4) < 0) PyErr_Clear();
        close(score);
    }
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* an error here leaves no core dump in the program's folder */
    /* Outside a collection, allocations of a snapshot would start one, up to 3.11 at once: it would run finalizers and this callback. */
    PyObject *off = PyObject_CallFunctionObjArgs(state->disable, (PyObject *)0);
    if (!off) give_up();
    snprintf(look.whole, sizeof look.whole, "%s-%u.upcy", state->base, state->number);
    snprintf(look.part, sizeof look.part, "%s.part", look.whole);
    look.state = state;
    look.file = open(look.part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (look.file < 0) give_up();
    look.room = 4096;
    look.referents = memory(look.room * sizeof(PyObject *));
    look.type = memory(MOST_TYPES * sizeof(Type));
    make_table(&look.types, 1024);
    put_text(&look, kind == KIND_OF_HEAP ? "unpause-heap\t1\t" : "unpause-cycles\t1\t");
    put_number(&look, (u64)state->pid);
    put_char(&look, '\t');
    put_number(&look, (u64)state->started);
    put_char(&look, '\t');
    put_number(&look, state->number);
    put_char(&look, '\t');
    put_number(&look, (u64)oldest);
    put_char(&look, '\t');
    put_number(&look, kind);
    put_char(&look, '\n');
    take_objects(&look, oldest, kind == KIND_OF_HEAP);
    if (kind == KIND_OF_HEAP) put_heap(&look);
    else {
        find_garbage(&look);
        put_garbage(&look);
    }
    put_char(&look, '\t');
    put_number(&look, (u64)clock_ns(CLOCK_MONOTONIC) - look.began);
    put_char(&look, '\n');
    finish(&look);
}

/* ---- In the program. ---- */

static int is_forked(const State *state) { return state->alive ? *state->alive == 0 : getpid() != state->pid; }

/* Creates this process's file of counters; 0, or an errno. */
static int make_control(State *state) {
    char path[PATH_BYTES + 128];
    int file = -1;
    for (int attempt = 0; attempt < 1000 && file < 0; attempt++) {
        snprintf(state->base, sizeof state->base, "%s/cycles-%d-%lx-%d", state->directory, state->pid, clock_ns(CLOCK_REALTIME), attempt);
        snprintf(path, sizeof path, "%s.upcc", state->base);
        file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (file < 0 && *__errno_location() != EEXIST) break;
    }
    if (file < 0) return *__errno_location();
    int error = ftruncate(file, CONTROL_BYTES) == 0 ? 0 : *__errno_location();
    if (error == 0) error = posix_fallocate(file, 0, CONTROL_BYTES);
    void *map = (void *)-1;
    if (error == 0) {
        map = mmap(0, CONTROL_BYTES, PROT_READ_WRITE, MAP_SHARED, file, 0);
        if (map == (void *)-1) error = *__errno_location();
    }
    if (error != 0) unlink(path);
    close(file);
    if (error == 0) state->map = map;
    return error;
}

static u32 version(void) {
    u32 parts[3] = {0, 0, 0};
    const char *text = Py_GetVersion();
    for (int part = 0; part < 3 && *text; text++) {
        if (*text >= '0' && *text <= '9') parts[part] = parts[part] * 10 + (u32)(*text - '0');
        else if (*text == '.') part++;
        else break;
    }
    return parts[0] << 16 | parts[1] << 8 | parts[2];
}

static void begin_pace(State *state, u32 samples) {
    for (int i = 0; i < 3; i++) {
        state->pace[i] = 0;
        state->left[i] = samples;
        state->interval[i] = state->pace_ns;
        state->next[i] = 0;
    }
    state->not_before = 0;
}

static int begin(State *state) {
    static const u8 magic[8] = {'U', 'P', 'C', 'C', '\r', '\n', 0x1a, '\n'};
    int error = make_control(state);
    if (error != 0) {
        state->map = 0;
        return error;
    }
    state->number = 0;
    state->asked = state->heaps_asked = 0;
    state->child = 0;
    state->sample = 0;
    begin_pace(state, state->samples);
    u8 *map = state->map;
    put32(map + 8, 1);
    put32(map + 12, (u32)state->pid);
    state->started = clock_ns(CLOCK_MONOTONIC);
    put64(map + 16, (u64)state->started);
    put64(map + 24, (u64)clock_ns(CLOCK_REALTIME));
    put64(map + 32, (u64)clock_ns(CLOCK_MONOTONIC));
    put32(map + AT_FLAGS, state->flags);
    put32(map + 52, version());
    publish();
    memcpy(map, magic, sizeof magic);
    return 0;
}

static u64 allocated_bytes, allocated_blocks; /* since the module was loaded; protected by the GIL */

static void follow_fork(State *state) {
    state->pid = getpid();
    if (state->alive) *state->alive = 1;
    state->flags |= FLAG_FORKED;
    allocated_bytes = allocated_blocks = 0;
    begin(state);
}

static void reap(State *state) {
    if (state->child > 0 && wait4(state->child, 0, (int)WNOHANG_OF_CLONES, 0) != 0) state->child = 0;
}

/* Clones a child process that shares the program's pages and takes the snapshot. Null on failure. */
static u8 *sample(State *state, long oldest, u32 kind) {
    static const u64 all_signals[16] = {~0ul};
    u64 signals[16];
    i64 began = clock_ns(CLOCK_MONOTONIC), worked = clock_ns(CLOCK_OF_THREAD);
    state->number++;
    pthread_sigmask(SIG_BLOCK, all_signals, signals);
    /* Not with glibc's fork, which would send SIGCHLD. If malloc's locks are held in the child, the alarm ends it. */
    long child = syscall(SYS_clone, 0, 0, 0, 0, 0);
    if (child == 0) look_around(state, oldest, kind);
    pthread_sigmask(SIG_SETMASK, signals, 0);
    i64 stopped = clock_ns(CLOCK_MONOTONIC) - began;
    state->not_before = began + (clock_ns(CLOCK_OF_THREAD) - worked) * SHARE_OF_TIME;
    if (child < 0) {
        state->number--;
        put32(state->map + AT_FAILED, get32(state->map + AT_FAILED) + 1);
        return 0;
    }
    state->child = (int)child;
    u8 *at = state->map + AT_SAMPLE + (state->number - 1) % MOST_SAMPLES * SAMPLE_BYTES;
    put32(at, 0);
    put32(at + 4, (u32)oldest | kind << 8);
    put64(at + 8, (u64)began);
    put32(at + 16, (u32)(stopped > 0xFFFFFFFEL ? 0xFFFFFFFEL : stopped));
    put32(at + 20, (u32)child);
    put64(at + 24, UNKNOWN);
    put64(at + 32, UNKNOWN);
    publish();
    put32(at, state->number);
    put32(state->map + AT_SAMPLES, state->number);
    return at;
}

static void write_allocations(State *state) {
    put64(state->map + AT_ALLOCATED, allocated_bytes);
    put64(state->map + AT_ALLOCATED + 8, allocated_blocks);
}

/* Snapshots are for the generations whose collections free most; each generation has a few in any case. */
static int is_worth_a_look(const State *state, long generation) {
    u64 looks = 0, freed = 0, own = 0;
    for (long i = 0; i < 3; i++) {
        u64 of = get64(state->map + AT_GENERATIONS + i * GENERATION_BYTES + 8);
        looks += state->pace[i];
        freed += of;
        if (i == generation) own = of;
    }
    u64 taken = state->pace[generation];
    if (taken < USELESS_LOOKS) return 1;
    if (freed == 0) return state->idle[generation] % SELDOM == 0;
    if (state->idle[generation] >= IDLE && state->idle[generation] % SELDOM != 0) return 0;
    return (double)taken * (double)freed <= 2.0 * (double)own * (double)looks + (double)freed;
}

static void on_start(State *state, long generation, i64 now) {
    state->sample = 0;
    if (is_forked(state)) follow_fork(state);
    if (state->map == 0) return;
    reap(state);
    u32 asked = get32(state->map + AT_ASKED);
    if (asked != state->asked) {
        state->asked = asked;
        begin_pace(state, asked & 0xFF);
    }
    state->collecting_since = now;
    u32 heaps = get32(state->map + AT_HEAPS_ASKED);
    if (heaps != state->heaps_asked && state->child == 0) {
        state->heaps_asked = heaps;
        sample(state, 2, KIND_OF_HEAP);
        return;
    }
    if (state->child > 0 || state->left[generation] == 0 || now < state->next[generation]) return;
    if (now < state->not_before && state->pace[generation] >= USELESS_LOOKS) return;
    if (!is_worth_a_look(state, generation)) return;
    state->sample = sample(state, generation, KIND_OF_COLLECTION);
    state->left[generation]--;
    if (++state->pace[generation] % SAMPLES_AT_A_PACE == 0) state->interval[generation] *= 2;
    state->next[generation] = now + state->interval[generation];
}

static u64 count_of(PyObject *info, PyObject *key) {
    PyObject *item = PyDict_GetItem(info, key);
    long value = item ? PyLong_AsLong(item) : 0;
    return value < 0 ? 0 : (u64)value;
}

static void on_stop(State *state, long generation, PyObject *info, i64 now) {
    if (state->map == 0) return;
    u8 *at = state->map + AT_GENERATIONS + generation * GENERATION_BYTES;
    u64 collected = count_of(info, state->texts[COLLECTED]);
    add64(at, 1);
    add64(at + 8, collected);
    state->idle[generation] = collected == 0 ? state->idle[generation] + 1 : 0;
    add64(at + 16, count_of(info, state->texts[UNCOLLECTABLE]));
    if (state->collecting_since > 0) add64(at + 24, (u64)(now - state->collecting_since));
    put64(state->map + 32, (u64)now);
    write_allocations(state);
    if (state->sample) {
        put64(state->sample + 24, collected);
        put64(state->sample + 32, get64(at + 8));
    }
    state->sample = 0;
    state->collecting_since = 0;
}

/* Takes a snapshot of the whole heap as it is, including garbage. Returns the file's name, or None. */
static PyObject *look_now(State *state, u32 kind) {
    if (is_forked(state)) follow_fork(state);
    if (state->map == 0) return none();
    reap(state);
    if (kind == KIND_OF_HEAP && state->child > 0) { /* the next collection takes it */
        put32(state->map + AT_HEAPS_ASKED, state->heaps_asked + 1);
        return none();
    }
    write_allocations(state);
    put64(state->map + 32, (u64)clock_ns(CLOCK_MONOTONIC));
    return sample(state, 2, kind) ? Py_BuildValue("s", state->base) : none();
}

static PyObject *on_collection(PyObject *self, PyObject *arguments) {
    i64 now = clock_ns(CLOCK_MONOTONIC);
    int error = *__errno_location();
    State *state = PyCapsule_GetPointer(self, NAME);
    PyObject *phase = state ? PyTuple_GetItem(arguments, 0) : 0;
    PyObject *info = phase ? PyTuple_GetItem(arguments, 1) : 0;
    PyObject *item = info ? PyDict_GetItem(info, state->texts[GENERATION]) : 0;
    long generation = item ? PyLong_AsLong(item) : -1;
    if (generation >= 0 && generation <= 2) {
        if (PyUnicode_CompareWithASCIIString(phase, "start") == 0) on_start(state, generation, now);
        else if (PyUnicode_CompareWithASCIIString(phase, "heap") == 0) Py_DecRef(look_now(state, KIND_OF_HEAP)); /* called by remote_heap */
        else on_stop(state, generation, info, now);
    }
    *__errno_location() = error;
    PyErr_Clear();
    return none();
}

static PyObject *snapshot(PyObject *self, PyObject *arguments) {
    (void)arguments;
    return look_now(PyCapsule_GetPointer(self, NAME), KIND_OF_MOMENT);
}

static PyObject *at_exit(PyObject *self, PyObject *arguments) {
    State *state = PyCapsule_GetPointer(self, NAME);
    (void)arguments;
    if (is_forked(state) || state->map == 0 || state->samples == 0) return none();
    PyObject *name = look_now(state, KIND_AT_EXIT);
    put32(state->map + AT_FLAGS, get32(state->map + AT_FLAGS) | FLAG_EXITED);
    for (int i = 0; i < 3; i++) state->left[i] = 0; /* during shutdown the interpreter frees everything */
    state->map = 0;
    return name;
}

/* Counts the program's requests to its allocators. Reuse of objects from free lists is not counted. */
static PyMemAllocatorEx inner[3];
static void *counted_malloc(void *context, u64 size) {
    allocated_bytes += size;
    allocated_blocks++;
    PyMemAllocatorEx *to = context;
    return to->malloc(to->context, size);
}
static void *counted_calloc(void *context, u64 count, u64 size) {
    allocated_bytes += count * size;
    allocated_blocks++;
    PyMemAllocatorEx *to = context;
    return to->calloc(to->context, count, size);
}
static void *counted_realloc(void *context, void *block, u64 size) {
    if (!block) {
        allocated_bytes += size;
        allocated_blocks++;
    }
    PyMemAllocatorEx *to = context;
    return to->realloc(to->context, block, size);
}
static void counted_free(void *context, void *block) {
    PyMemAllocatorEx *to = context;
    to->free(to->context, block);
}

static void count_allocations(void) {
    static const int domains[] = {DOMAIN_MEM, DOMAIN_OBJ};
    if (inner[DOMAIN_OBJ].malloc) return;
    for (int i = 0; i < 2; i++) {
        PyMem_GetAllocator(domains[i], &inner[domains[i]]);
        PyMemAllocatorEx ours = {&inner[domains[i]], counted_malloc, counted_calloc, counted_realloc, counted_free};
        PyMem_SetAllocator(domains[i], &ours);
    }
}

static PyMethodDef handles[] = {
    {"unpause_on_cycles", on_collection, METH_VARARGS, 0},
    {"snapshot", snapshot, METH_NOARGS, 0},
    {"at_exit", at_exit, METH_NOARGS, 0},
};

/* watch(directory: bytes, options: tuple, tools: tuple) -> (callback, snapshot, at_exit). options: samples of a generation, nanoseconds
 * between them, seconds of a snapshot, objects that are inspected, objects that are written, whether allocations are counted. tools:
 * functions in C: gc.get_objects, gc.get_referents, sys.getsizeof, object.__sizeof__, the types of members and of methods, gc.disable,
 * _tracemalloc._get_object_traceback or None, the type of modules, sys._current_frames, gc.get_freeze_count, gc.unfreeze. */
static PyObject *watch(PyObject *module, PyObject *arguments) {
    PyObject *first = PyTuple_GetItem(arguments, 0), *options = PyTuple_GetItem(arguments, 1), *tools = PyTuple_GetItem(arguments, 2);
    char *directory;
    (void)module;
    if (!first || !options || !tools || PyBytes_AsStringAndSize(first, &directory, 0) < 0) return 0;
    State *state = calloc(1, sizeof *state);
    if (state == 0) return PyErr_NoMemory();
    snprintf(state->directory, sizeof state->directory, "%s", directory);
    state->samples = (u32)PyLong_AsLong(PyTuple_GetItem(options, 0));
    state->pace_ns = PyLong_AsLong(PyTuple_GetItem(options, 1));
    state->seconds = (u32)PyLong_AsLong(PyTuple_GetItem(options, 2));
    state->most_examined = (u32)PyLong_AsLong(PyTuple_GetItem(options, 3));
    state->most_written = (u32)PyLong_AsLong(PyTuple_GetItem(options, 4));
    PyObject *nothing = none();
    PyObject *held = Py_BuildValue("O", tools); /* never released */
    PyObject **places[] = {
        &state->get_objects, &state->get_referents, &state->get_size, &state->object_size, &state->member_type, &state->method_type,
        &state->disable, &state->get_traceback, &state->module_type, &state->current_frames, &state->freeze_count,
        &state->unfreeze};
    for (int i = 0; i < 12; i++) if (!(*places[i] = PyTuple_GetItem(held, i))) return 0;
    if (state->get_traceback == nothing) state->get_traceback = 0;
    for (int i = 0; i < TEXTS; i++) if (!(state->texts[i] = PyUnicode_InternFromString(text_of[i]))) return 0;
    if (PyLong_AsLong(PyTuple_GetItem(options, 5))) {
        count_allocations();
        state->flags |= FLAG_ALLOCATIONS;
    }
    if (state->get_traceback) state->flags |= FLAG_TRACED;
    state->pid = getpid();
    state->alive = alive_until_fork();
    int error = begin(state);
    if (error != 0) {
        *__errno_location() = error;
        return PyErr_SetFromErrnoWithFilename(PyExc_OSError, directory);
    }
    PyObject *self = PyCapsule_New(state, NAME, 0); /* never freed, like the recorder's */
    if (self == 0) return 0;
    PyObject *made[3];
    for (int i = 0; i < 3; i++) made[i] = PyCFunction_NewEx(&handles[i], self, 0);
    return Py_BuildValue("NNN", made[0], made[1], made[2]);
}

static PyMethodDef functions[] = {{"watch", watch, METH_VARARGS, 0}, {0, 0, 0, 0}};
static PyModuleDef_Slot slots[] = {{0, 0}, {0, 0}};
static PyModuleDef definition = {1, 0, 0, 0, 0, "_unpause_cycles", 0, 0, functions, slots, 0, 0, 0};

__attribute__((visibility("default"))) PyObject *PyInit__unpause_cycles(void) {
    if ((version() >> 8 & 0xFF) >= 12) slots[0] = (PyModuleDef_Slot){SLOT_INTERPRETERS, (void *)2};
    return PyModuleDef_Init(&definition);
}
