/** Made from schema/unpause.cycles-1.schema.json by schema/generate: edit the C# records instead. */

export type Count = number;

/**
 * What `unpause cycles --format json` prints: the reference cycles behind CPython's garbage. Times in milliseconds, sizes in bytes; unknown values are null. Additions are allowed, renames are not.
 */
export interface Cycles {
  schema: 'unpause.cycles/1';
  tool_version: string;
  verdict: string;
  garbage_objects: Count;
  sampled_objects: Count;
  /**
   * Objects of them that no snapshot represents: those of a generation whose snapshots contain no garbage.
   */
  unsampled_objects: number;
  ungrouped_objects: Count;
  /**
   * Share of the memory requested from CPython's allocators that only the collector could free. Reuse from free lists is not counted as requested, so the true share is lower. Null when allocations were not counted.
   */
  share_of_allocated_percent: number | null;
  processes: {
    pid: number;
    runtime_version: string | null;
    /**
     * From the start of watching to the last collection.
     */
    observed_ms: number | null;
    generations: {
      generation: 'gen0' | 'gen1' | 'gen2';
      collections: Count;
      collected_objects: Count;
      /**
       * Their total duration, without cloning the process for snapshots.
       */
      total_ms: number;
      snapshots: Count;
      sampled_objects: Count;
    }[];
    snapshots: Count;
    snapshots_exact: Count;
    snapshots_inexact: Count;
    snapshots_failed: Count;
    snapshots_too_large: Count;
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
  }[];
  /**
   * Kinds of cycles, those with most objects first.
   */
  groups: {
    title: string;
    /**
     * Share of the objects that only the collector could free, estimated from the snapshots.
     */
    share_percent: number;
    cycles: Count;
    objects: Count;
    objects_in_cycles: Count;
    bytes: Count;
    estimated_objects: number;
    estimated_bytes: number;
    /**
     * The objects of one such cycle.
     */
    types: {
      type: string;
      count: Count;
    }[];
    /**
     * All objects in snapshots, including those reachable from the cycles.
     */
    reachable_types: {
      type: string;
      count: Count;
    }[];
    /**
     * The shortest cycle: each object, and its reference to the next one; the last refers to the first.
     */
    path: {
      type: string;
      detail?: string;
      reference_kind: 'attribute' | 'item' | 'key' | 'is_key' | 'local' | 'closure' | 'unnamed';
      name: string;
    }[];
    path_text: string | null;
    /**
     * Where most of them were allocated (tracemalloc), the innermost frame first.
     */
    allocated_at: string | null;
    fix: {
      pattern: 'exception' | 'closure' | 'bound_method' | 'class' | 'cache' | 'suspended' | 'self' | 'link' | 'containers' | 'unknown';
      text: string;
    };
  }[];
  groups_omitted: Count;
  notes: string[];
}
