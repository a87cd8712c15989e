using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>What the process that records and the one that watches its file send to each other.</summary>
internal static class WatchMessage
{
    private const byte Pause = 1, Request = 2;
    private const int Length = 1 + sizeof(long);

    /// <summary>Nothing more is written to the file.</summary>
    public static ReadOnlySpan<byte> Finished => [3];

    /// <summary>A kind with nanoseconds: a limit to watch for, with the file, or what was seen.</summary>
    public static byte[] Bytes(LiveCondition condition) =>
        [condition.OfRequest ? Request : Pause, .. BitConverter.GetBytes(condition.LimitNanoseconds)];

    /// <summary>Reads a kind with nanoseconds; null when the message is none.</summary>
    public static LiveCondition? Read(ReadOnlySpan<byte> message) =>
        message.Length == Length && message[0] is (Pause or Request) && BitConverter.ToInt64(message[1..]) is > 0 and var nanoseconds
            ? new LiveCondition(message[0] == Request, nanoseconds)
            : null;
}
