/* A snapshot of the whole heap (../CYCLES.md): the number of objects of each type, garbage, and what retains the newest objects of
 * numerous types. It uses the counts of unpause_cycles.c, in the same child process. */
#define MOST_OWN_TYPES 128 /* classes with paths to their newest objects, by count */
#define MOST_ANY_TYPES 32  /* types with paths to their newest objects, by count; and as many again by bytes */
#define NEWEST 8           /* objects of a type with a path */
#define MOST_YOUNG 5000    /* maximum size of a youngest generation that is collected as usual: every 700 or 2,000 added objects */
#define MOST_STEPS 40      /* of a path that are written, from the object upwards */
#define MOST_ROOTS 4096    /* local variables that are kept */
#define MOST_FRAMES 1000   /* of a thread that are inspected */
#define LARGEST 4          /* containers with only untracked objects (strings and numbers) with a path */
#define BY_COUNT 1
#define BY_BYTES 2
#define OF_CLASSES 4
#define MOST_DEPTH 8       /* of nested tuples that the collector no longer tracks */
#define LEAST_PART 1e-3    /* smaller parts of shared objects are not counted */
#define NO_PARENT 0xFFFFFFFFu
#define FROM_LOCAL 0x80000000u

typedef struct { PyObject *frame, *name; } Local;
typedef struct { PyObject *object; double weight; int depth; } Part;
typedef struct {
    Look *look;
    u32 *parent;   /* for each object the one that reached it first; NO_PARENT, or FROM_LOCAL and the number of a local variable */
    Local *locals;
    u32 local_count;
    u64 reached;   /* objects in the snapshot's stack, which is used as a queue here */
    u64 followed, in_plain; /* references that a full collection follows; those from containers with only untracked objects */
    u64 containers;
    u32 largest[LARGEST];
    u64 largest_size[LARGEST];
    Part *parts;   /* tuples and dictionaries that the collector no longer tracks, whose contents are still to be counted */
    u64 part_count, part_room;
} Heap;

/* Strings, numbers and other untracked objects. Each is met once per reference, so each reference counts as a part of it: together they
 * make one object, or less if other owners than containers refer to it. */
static void count_part(Heap *heap, PyObject *object, double weight, int depth) {
    u32 references = references_of(object);
    Type *type = type_of(heap->look, object);
    weight /= references > 0 ? references : 1;
    type->parts += weight;
    type->part_bytes += weight * (double)size_of(heap->look, object, type);
    if (!(flags_of(object) & (IS_TUPLE | IS_DICT)) || weight < LEAST_PART || depth == MOST_DEPTH) return;
    if (heap->part_count == heap->part_room) {
        Part *larger = memory(heap->part_room * 2 * sizeof(Part));
        memcpy(larger, heap->parts, heap->part_room * sizeof(Part));
        munmap(heap->parts, heap->part_room * sizeof(Part) + 4096);
        heap->parts = larger;
        heap->part_room *= 2;
    }
    heap->parts[heap->part_count++] = (Part){object, weight, depth + 1};
}

static void count_parts_of(Heap *heap, u64 count) {
    for (u64 k = 0; k < count; k++) {
        PyObject *referent = heap->look->referents[k];
        if (!find(&heap->look->objects, referent)) count_part(heap, referent, 1, 0);
    }
    while (heap->part_count > 0) {
        Part part = heap->parts[--heap->part_count];
        u64 inner = referents_of(heap->look, part.object);
        for (u64 k = 0; k < inner; k++) {
            PyObject *referent = heap->look->referents[k];
            if (!find(&heap->look->objects, referent)) count_part(heap, referent, part.weight, part.depth);
        }
    }
}

static void keep_largest(Heap *heap, u32 index, u64 size) {
    for (int i = 0; i < LARGEST; i++) {
        if (size <= heap->largest_size[i]) continue;
        for (int k = LARGEST - 1; k > i; k--) {
            heap->largest[k] = heap->largest[k - 1];
            heap->largest_size[k] = heap->largest_size[k - 1];
        }
        heap->largest[i] = index;
        heap->largest_size[i] = size;
        return;
    }
}

/* Like subtract_references, with the untracked objects in containers. */
static void weigh_heap(Heap *heap) {
    Look *look = heap->look;
    heap->part_room = 4096;
    heap->parts = memory(heap->part_room * sizeof(Part));
    for (u64 i = 0; i < look->count; i++) {
        u64 count = referents_of(look, look->all[i]), known = 0;
        for (u64 k = 0; k < count; k++) {
            u32 *found = find(&look->objects, look->referents[k]);
            if (!found) continue;
            look->references[*found]--;
            known++;
        }
        heap->followed += count;
        if (count > 0 && known == 0 && (flags_of(look->all[i]) & (IS_DICT | IS_LIST | IS_TUPLE))) {
            heap->in_plain += count;
            heap->containers++;
            keep_largest(heap, (u32)i, count);
        }
        if (known < count) count_parts_of(heap, count);
    }
}

/* Whether it is reached for the first time. */
static int reach(Heap *heap, const PyObject *object, u32 by) {
    u32 *found = find(&heap->look->objects, object);
    if (!found || heap->look->references[*found] == REACHED) return 0;
    heap->look->references[*found] = REACHED;
    heap->parent[*found] = by;
    heap->look->stack[heap->reached++] = *found;
    return 1;
}

/* Breadth first, so that the first path to an object is a shortest one. */
static u64 spread(Heap *heap, u64 from) {
    for (; from < heap->reached; from++) {
        u32 index = heap->look->stack[from];
        u64 count = referents_of(heap->look, heap->look->all[index]);
        for (u64 k = 0; k < count; k++) reach(heap, heap->look->referents[k], index);
    }
    return from;
}

static void reach_locals_of(Heap *heap, PyObject *frame) {
    PyObject *locals = attribute_named(frame, "f_locals");
    PyObject *items = locals ? PyMapping_Items(locals) : 0;
    if (!items) PyErr_Clear();
    long size = items && (flags_of(items) & IS_LIST) ? PyList_Size(items) : 0;
    for (long i = 0; i < size && heap->local_count < MOST_ROOTS; i++) {
        PyObject *pair = PyList_GetItem(items, i), *value = PyTuple_GetItem(pair, 1);
        heap->locals[heap->local_count] = (Local){frame, PyTuple_GetItem(pair, 0)};
        if (reach(heap, value, FROM_LOCAL | heap->local_count)) heap->local_count++;
    }
}

/* Local variables of running functions: since CPython 3.11 no object refers to them. */
static void reach_frames(Heap *heap) {
    PyObject *frames = PyObject_CallFunctionObjArgs(heap->look->state->current_frames, (PyObject *)0), *thread, *frame;
    if (!frames) {
        PyErr_Clear();
        return;
    }
    heap->locals = memory(MOST_ROOTS * sizeof(Local));
    for (long at = 0; (flags_of(frames) & IS_DICT) && PyDict_Next(frames, &at, &thread, &frame);) {
        PyObject *each = frame;
        for (int depth = 0; each && depth < MOST_FRAMES && type_of(heap->look, each)->getters & OF_FRAMES; depth++) {
            reach_locals_of(heap, each);
            each = attribute_named(each, "f_back");
        }
    }
}

/* Modules come first, because their names can be found in the source code. */
static void find_holders(Heap *heap) {
    Look *look = heap->look;
    PyObject *name, *module;
    look->stack = memory(look->count * sizeof(u32));
    heap->parent = memory(look->count * sizeof(u32));
    for (u64 i = 0; i < look->count; i++) {
        heap->parent[i] = NO_PARENT;
        if (look->references[i] < 0) look->references[i] = 0; /* a suspended frame reported more references than it has */
    }
    PyObject *modules = PyImport_GetModuleDict();
    for (long at = 0; modules && PyDict_Next(modules, &at, &name, &module);) reach(heap, module, NO_PARENT);
    u64 done = spread(heap, 0);
    reach_frames(heap);
    done = spread(heap, done);
    for (u64 i = 0; i < look->count; i++) if (look->references[i] > 0) reach(heap, look->all[i], NO_PARENT);
    spread(heap, done);
    look->garbage = look->count - heap->reached;
}

/* Writes the objects of a path, each once. */
static void mark_way(Heap *heap, u32 index) {
    Look *look = heap->look;
    for (int steps = 0; steps < MOST_STEPS; steps++) {
        if (look->place[index] == 0) {
            look->place[index] = (u32)++look->written;
            put_object(look, index, size_of(look, look->all[index], type_of(look, look->all[index])));
        }
        u32 parent = heap->parent[index];
        if (parent == NO_PARENT || parent & FROM_LOCAL) return;
        index = parent;
    }
}

/* The root of a path's first object: m a module (the object itself), l a local variable, x something outside the heap, s the path is
 * longer and starts elsewhere. */
static void put_way(Heap *heap, u32 index, char kind, u64 size) {
    Look *look = heap->look;
    u32 way[MOST_STEPS];
    int steps = 0;
    for (u32 at = index; steps < MOST_STEPS; at = heap->parent[at]) {
        way[steps++] = at;
        if (heap->parent[at] == NO_PARENT || heap->parent[at] & FROM_LOCAL) break;
    }
    u32 first = way[steps - 1], root = heap->parent[first];
    Local *local = root != NO_PARENT && (root & FROM_LOCAL) ? &heap->locals[root & ~FROM_LOCAL] : 0;
    put_char(look, kind);
    put_char(look, '\t');
    put_number(look, size);
    put_char(look, '\t');
    int is_module = root == NO_PARENT && look->all[first]->type == look->state->module_type;
    put_char(look, local ? 'l' : root != NO_PARENT ? 's' : is_module ? 'm' : 'x');
    put_char(look, '\t');
    PyObject *code = local ? attribute_named(local->frame, "f_code") : 0;
    if (code) put_code(look, code);
    put_char(look, '\t');
    if (local) put_string(look, local->name);
    put_char(look, '\t');
    while (steps > 0) {
        put_number(look, look->place[way[--steps]] - 1);
        put_char(look, steps > 0 ? ' ' : '\n');
    }
}

/* Selects types by one of their numbers: there are few enough to scan them for each. */
static void choose_types(Look *look, int by, int most) {
    for (int chosen = 0; chosen < most; chosen++) {
        Type *best = 0;
        for (u32 i = 0; i < look->type_count; i++) {
            Type *type = &look->type[i];
            if (type->sampled & by || type->count == 0) continue;
            if (by == OF_CLASSES && !(PyType_GetFlags(type->type) & IS_HEAP_TYPE)) continue;
            if (!best || (by == BY_BYTES ? type->bytes > best->bytes : type->count > best->count)) best = type;
        }
        if (!best) return;
        best->sampled |= (u8)by;
    }
}

static void put_heap_types(Look *look) {
    for (u32 i = 0; i < look->type_count; i++) {
        Type *type = &look->type[i];
        u64 parts = (u64)(type->parts + 0.5);
        if (type->count + parts == 0) continue;
        put_type(look, type);
        u64 numbers[] = {i, type->count, type->bytes, type->old, type->garbage, type->garbage_bytes, parts, (u64)(type->part_bytes + 0.5)};
        put_char(look, 'h');
        for (u32 k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            put_char(look, '\t');
            put_number(look, numbers[k]);
        }
        put_char(look, '\n');
    }
}

/* The newest objects of a type are at the end of the generation after the youngest: they survived, and came last. Objects of the
 * youngest generation usually end with the request that allocated them, so they come last, unless the collector is disabled or seldom
 * runs. */
static u64 choose_newest(Heap *heap, u32 *newest) {
    static const int usual[3] = {1, 2, 0}, rare[3] = {0, 1, 2};
    Look *look = heap->look;
    const int *order = look->from[1] > MOST_YOUNG ? rare : usual;
    u64 chosen = 0;
    for (int turn = 0; turn < 3; turn++) {
        for (u64 i = look->from[order[turn] + 1]; i-- > look->from[order[turn]];) {
            if (look->references[i] != REACHED) continue;
            Type *type = type_of(look, look->all[i]);
            if (type->sampled == 0 || type->followed == NEWEST) continue;
            type->followed++;
            newest[chosen++] = (u32)i;
        }
    }
    return chosen;
}

static void put_heap(Look *look) {
    static Heap heap;
    static u32 newest[(MOST_OWN_TYPES + 2 * MOST_ANY_TYPES) * NEWEST];
    u64 bytes = 0, garbage_bytes = 0, old = 0;
    heap.look = look;
    weigh_heap(&heap);
    find_holders(&heap);
    for (u64 i = 0; i < look->count; i++) {
        Type *type = type_of(look, look->all[i]);
        u64 size = size_of(look, look->all[i], type);
        type->count++;
        type->bytes += size;
        bytes += size;
        if (i >= look->from[2]) {
            type->old++;
            old++;
        }
        if (look->references[i] == REACHED) continue;
        type->garbage++;
        type->garbage_bytes += size;
        garbage_bytes += size;
    }
    look->place = memory(look->count * sizeof(u32));
    look->held = memory(look->count * sizeof(u32));
    look->held_bytes = memory(look->count * sizeof(u64));
    put_heap_types(look);
    choose_types(look, OF_CLASSES, MOST_OWN_TYPES);
    choose_types(look, BY_COUNT, MOST_ANY_TYPES);
    choose_types(look, BY_BYTES, MOST_ANY_TYPES);
    u64 chosen = choose_newest(&heap, newest);
    for (u64 i = 0; i < chosen; i++) mark_way(&heap, newest[i]);
    for (int i = 0; i < LARGEST && heap.largest_size[i] > 0; i++) mark_way(&heap, heap.largest[i]);
    for (u64 i = 0, put = 0; i < look->count && put < look->written; i++) {
        if (look->place[i] == 0) continue;
        put_edges(look, (u32)i);
        put++;
    }
    for (u64 i = 0; i < chosen; i++) put_way(&heap, newest[i], 'n', 0);
    for (int i = 0; i < LARGEST && heap.largest_size[i] > 0; i++) put_way(&heap, heap.largest[i], 'b', heap.largest_size[i]);
    u64 numbers[] = {look->count, old, bytes, look->garbage, garbage_bytes, heap.followed, heap.in_plain, heap.containers,
        look->began};
    put_char(look, 'y');
    for (u32 i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put_char(look, '\t');
        put_number(look, numbers[i]);
    }
}
