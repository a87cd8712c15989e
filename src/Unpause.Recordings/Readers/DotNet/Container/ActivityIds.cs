using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>The activity ids before the payload of events wanted <see cref="EventUse.WithActivity"/>.</summary>
internal static class ActivityIds
{
    /// <summary>Bytes of both ids.</summary>
    public const int Bytes = 32;

    public static void Write(Span<byte> to, UInt128 activity, UInt128 related)
    {
        BinaryPrimitives.WriteUInt128LittleEndian(to, activity);
        BinaryPrimitives.WriteUInt128LittleEndian(to[16..], related);
    }

    /// <summary>Takes the ids off; both are 0 when the bytes are too few.</summary>
    public static ReadOnlySpan<byte> Read(ReadOnlySpan<byte> from, out UInt128 activity, out UInt128 related)
    {
        (activity, related) = (0, 0);
        if (from.Length < Bytes) return default;
        activity = BinaryPrimitives.ReadUInt128LittleEndian(from);
        related = BinaryPrimitives.ReadUInt128LittleEndian(from[16..]);
        return from[Bytes..];
    }
}
