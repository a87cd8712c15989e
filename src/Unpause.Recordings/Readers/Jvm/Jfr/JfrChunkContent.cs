namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>Makes a chunk's values readable: finds its description of types, then all its constants.</summary>
internal static class JfrChunkContent
{
    private const long MetadataType = 0;
    private const long ConstantsType = 1;

    /// <summary>Reads a chunk's types and constants.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="buffer">A buffer that begins with it.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="wrong">What is wrong with it, as a phrase; null when nothing is.</param>
    /// <returns>Null when it has no description of its types, so that nothing in it can be read.</returns>
    public static JfrChunk? Read(in JfrHeader header, byte[] buffer, int length, out string? wrong)
    {
        var bytes = buffer.AsSpan(0, length);
        wrong = null;
        if ((At(bytes, header.MetadataAt) ?? Latest(bytes)) is not { } metadata)
        {
            wrong = header.InProgress
                ? "the JVM had not written the metadata of a chunk yet"
                : "the metadata of a chunk is missing or damaged";
            return null;
        }

        var constants = new JfrConstants();
        var events = new JfrEvents(bytes);
        while (events.MoveNext())
        {
            if (events.Type == ConstantsType && !constants.Add(bytes[..events.End], events.Fields, metadata))
            {
                wrong = "some constant pools of a chunk are damaged";
            }
        }

        // The bytes behind the last flush may end in the middle of an event.
        if (events.Damaged && !header.InProgress) wrong ??= "the events of a chunk are damaged or truncated";
        return new JfrChunk(header, buffer, length, metadata, constants);
    }

    private static JfrMetadata? At(ReadOnlySpan<byte> bytes, long at)
    {
        var events = new JfrEvents(bytes);
        return events.MoveTo(at) && events.Type == MetadataType ? JfrMetadata.Read(bytes[..events.End], events.Fields) : null;
    }

    /// <summary>The last metadata in a chunk whose header has no offset for it, or a wrong one.</summary>
    private static JfrMetadata? Latest(ReadOnlySpan<byte> bytes)
    {
        JfrMetadata? latest = null;
        var events = new JfrEvents(bytes);
        while (events.MoveNext())
        {
            if (events.Type == MetadataType) latest = JfrMetadata.Read(bytes[..events.End], events.Fields) ?? latest;
        }

        return latest;
    }
}
