using Unpause.Recordings.Readers.DotNet.Container;

namespace Unpause.Recordings.Readers.DotNet;

/// <summary>One event of a .nettrace file that readers use, with its raw payload.</summary>
/// <param name="id">The event's number in its provider's manifest.</param>
/// <param name="version">The version of the payload's layout.</param>
/// <param name="threadId">The operating system's id of the thread that wrote it.</param>
/// <param name="time">Nanoseconds since the recording's zero.</param>
/// <param name="pointerBytes">Size of a pointer in the observed process, 4 or 8.</param>
/// <param name="stack">The call stack's number in the decoder's <see cref="StackTable"/>; −1 when there is none.</param>
internal readonly ref struct RuntimeEvent(
    EventProvider provider, int id, int version, long threadId, long time, int pointerBytes, ReadOnlySpan<byte> payload,
    int stack = StackTable.None)
{
    public EventProvider Provider { get; } = provider;

    public int Id { get; } = id;

    public int Version { get; } = version;

    public long ThreadId { get; } = threadId;

    public long TimeNanoseconds { get; } = time;

    public int PointerBytes { get; } = pointerBytes;

    public ReadOnlySpan<byte> Payload { get; } = payload;

    public int Stack { get; } = stack;
}

/// <summary>Takes an event of a process.</summary>
internal delegate void RuntimeEventHandler(int processId, in RuntimeEvent runtimeEvent);
