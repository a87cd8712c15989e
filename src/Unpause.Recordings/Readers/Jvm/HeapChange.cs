namespace Unpause.Recordings.Readers.Jvm;

/// <summary>A printed change of a space's size: <c>8M-&gt;1M(32M)</c> and its relatives. Bytes; null where not printed.</summary>
internal readonly record struct HeapChange(long Before, long? After, long? CapacityBytes);
