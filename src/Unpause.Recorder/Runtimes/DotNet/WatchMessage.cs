using Unpause.Recorder.Live;

namespace Unpause.Recorder.Runtimes.DotNet;

/// <summary>Messages between the process that records and the one that watches its file.</summary>
internal static class WatchMessage
{
    private const byte Pause = 1, Request = 2;
    private const int Length = 1 + sizeof(long);

    /// <summary>Nothing more is written to the file.</summary>
    public static ReadOnlySpan<byte> Finished => [3];

    /// <summary>A kind with nanoseconds: the limit, sent with the file, or the duration that exceeded it.</summary>
    public static byte[] Bytes(LiveCondition condition) =>
        [condition.OfRequest ? Request : Pause, .. BitConverter.GetBytes(condition.LimitNanoseconds)];

    /// <summary>Parses a kind with nanoseconds; null for other messages.</summary>
    public static LiveCondition? Read(ReadOnlySpan<byte> message) =>
        message.Length == Length && message[0] is (Pause or Request) && BitConverter.ToInt64(message[1..]) is > 0 and var nanoseconds
            ? new LiveCondition(message[0] == Request, nanoseconds)
            : null;
}
