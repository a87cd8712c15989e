namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>An event that waits for earlier ones.</summary>
/// <param name="Timestamp">In the file's clock ticks.</param>
/// <param name="Order">Its place among those that wait, to keep events of the same time in the order of the file.</param>
/// <param name="Definition">What it is.</param>
/// <param name="Process">The process that wrote it.</param>
/// <param name="Thread">The thread that wrote it.</param>
/// <param name="Stack">Its call stack's number.</param>
/// <param name="Start">Where its payload begins.</param>
/// <param name="Length">The payload's length.</param>
internal readonly record struct PendingEvent(
    long Timestamp, int Order, EventDefinition Definition, int Process, long Thread, int Stack, int Start, int Length);
