/** Made from schema/unpause.cycles-1.schema.json by schema/generate: edit the C# records instead. */

/**
 * The reference cycles behind CPython's garbage. Times in milliseconds, sizes in bytes; null is unknown. Additions are allowed, renames are not.
 */
export interface Cycles {
  /**
   * The contract's name and version.
   */
  schema: 'unpause.cycles/1';
  /**
   * The version of unpause that wrote it.
   */
  tool_version: string;
  /**
   * The answer in a sentence or two.
   */
  verdict: string;
  /**
   * Objects that collections freed while the processes were watched, and garbage objects at the end: counted, not estimated.
   */
  garbage_objects: number;
  /**
   * Objects in snapshots.
   */
  sampled_objects: number;
  /**
   * Garbage objects that no snapshot represents: those of a generation whose snapshots contain no garbage.
   */
  unsampled_objects: number;
  /**
   * Objects in snapshots that belong to no group.
   */
  ungrouped_objects: number;
  /**
   * Share of the memory requested from CPython's allocators that only the collector could free. Reuse from free lists is not counted as requested, so the true share is lower. Null when allocations were not counted.
   */
  share_of_allocated_percent: number | null;
  /**
   * The processes.
   */
  processes: CycleProcess[];
  /**
   * Kinds of cycles, those with most objects first.
   */
  groups: CycleGroup[];
  /**
   * The number of groups beyond the limit.
   */
  groups_omitted: number;
  /**
   * Notes from reading the files.
   */
  notes: string[];
}
/**
 * A watched process.
 */
export interface CycleProcess {
  /**
   * The process ID.
   */
  pid: number;
  /**
   * The version of CPython.
   */
  runtime_version: string | null;
  /**
   * From the start of watching to the last collection.
   */
  observed_ms: number | null;
  /**
   * Collections by generation.
   */
  generations: CycleGeneration[];
  /**
   * The number of snapshots.
   */
  snapshots: number;
  /**
   * Snapshots with exactly as many objects as the collection then freed.
   */
  snapshots_exact: number;
  /**
   * Snapshots with another number of objects: finalizers resurrected objects, or freed some first.
   */
  snapshots_inexact: number;
  /**
   * Failed snapshots: no child process could be created, or it ended too early.
   */
  snapshots_failed: number;
  /**
   * Snapshots that were abandoned because there are too many objects.
   */
  snapshots_too_large: number;
  /**
   * Total time for which snapshots paused the process.
   */
  snapshot_stop_total_ms: number | null;
  /**
   * The longest of these pauses.
   */
  snapshot_stop_max_ms: number | null;
  /**
   * Garbage objects at the end, or on request, that no counted collection has freed.
   */
  uncollected_objects: number | null;
  /**
   * Bytes requested from CPython's allocators while the process was watched.
   */
  allocated_bytes: number | null;
  /**
   * Bytes that only the collector could free, estimated from the snapshots.
   */
  garbage_bytes: number | null;
}
/**
 * The collections of a generation.
 */
export interface CycleGeneration {
  /**
   * The generation.
   */
  generation: 'gen0' | 'gen1' | 'gen2';
  /**
   * The number of collections.
   */
  collections: number;
  /**
   * The objects that they freed.
   */
  collected_objects: number;
  /**
   * Their total duration, without cloning the process for snapshots.
   */
  total_ms: number;
  /**
   * Collections with a snapshot.
   */
  snapshots: number;
  /**
   * Objects in these snapshots.
   */
  sampled_objects: number;
}
/**
 * Cycles of one kind: the same types, the same code.
 */
export interface CycleGroup {
  /**
   * The application's own types, or the start of the shortest cycle.
   */
  title: string;
  /**
   * Share of the objects that only the collector could free, estimated from the snapshots.
   */
  share_percent: number;
  /**
   * Cycles in snapshots.
   */
  cycles: number;
  /**
   * Objects in snapshots, including those reachable from the cycles.
   */
  objects: number;
  /**
   * Those of them that are part of a cycle.
   */
  objects_in_cycles: number;
  /**
   * Their size, with strings and numbers that are freed together with them.
   */
  bytes: number;
  /**
   * The objects of this kind that the collector freed or would have to free, estimated from the snapshots.
   */
  estimated_objects: number;
  /**
   * The same in bytes.
   */
  estimated_bytes: number;
  /**
   * The objects of one such cycle.
   */
  types: CycleType[];
  /**
   * All objects in snapshots, including those reachable from the cycles.
   */
  reachable_types: CycleType[];
  /**
   * The shortest cycle: each object, and its reference to the next one; the last refers to the first.
   */
  path: CycleStep[];
  /**
   * The shortest cycle as text; null when none was found.
   */
  path_text: string | null;
  /**
   * Where most of them were allocated (tracemalloc), the innermost frame first.
   */
  allocated_at: string | null;
  fix: CycleFix;
}
/**
 * Objects of a type.
 */
export interface CycleType {
  /**
   * The type.
   */
  type: string;
  /**
   * The number of objects.
   */
  count: number;
}
/**
 * An object of a cycle, and its reference to the next.
 */
export interface CycleStep {
  /**
   * The type of the object.
   */
  type: string;
  /**
   * The code of a function or a frame.
   */
  detail?: string;
  /**
   * The kind of the reference to the next object.
   */
  reference_kind: 'attribute' | 'item' | 'key' | 'is_key' | 'local' | 'closure' | 'unnamed';
  /**
   * The name of that reference: an attribute, a key, a variable.
   */
  name: string;
}
/**
 * How to break a cycle.
 */
export interface CycleFix {
  /**
   * The kind of cycle.
   */
  pattern: 'exception' | 'closure' | 'bound_method' | 'class' | 'cache' | 'suspended' | 'self' | 'link' | 'containers' | 'unknown';
  /**
   * What to do.
   */
  text: string;
}
