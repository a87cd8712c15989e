namespace Unpause.Recordings.Readers.DotNet.Container;

/// <summary>
/// The header of one event in an event or metadata block. Compressed headers give only what differs from the header
/// before them, so one value is kept and changed from event to event. The runtime has never written uncompressed ones
/// in versions 4 and 5. Format: NetTraceFormat_v5.md in microsoft/perfview.
/// </summary>
[StructLayout(LayoutKind.Auto)]
internal struct BlobHeader
{
    private const byte HasMetadataId = 1;
    private const byte HasSequence = 2;
    private const byte HasThread = 4;
    private const byte HasStack = 8;
    private const byte HasActivity = 16;
    private const byte HasLabels = 16;
    private const byte HasRelatedActivity = 32;
    private const byte IsSorted = 64;
    private const byte HasLength = 128;

    public int MetadataId { get; private set; }

    public int Sequence { get; private set; }

    /// <summary>The thread whose buffer contained the event.</summary>
    public long CaptureThread { get; private set; }

    /// <summary>The thread that wrote the event.</summary>
    public long Thread { get; private set; }

    public int Stack { get; private set; }

    public long Timestamp { get; private set; }

    /// <summary>Whether all earlier events precede this one in the file.</summary>
    public bool Sorted { get; private set; }

    public int PayloadBytes { get; private set; }

    /// <summary>The activity that the event belongs to, as its bytes in the file; 0 for none.</summary>
    public UInt128 Activity { get; private set; }

    /// <summary>The activity that started <see cref="Activity"/>; 0 for none.</summary>
    public UInt128 RelatedActivity { get; private set; }

    /// <summary>Version 6: the index of the event's labels, which contain the activities; 0 for none.</summary>
    public uint Labels { get; private set; }

    /// <summary>Reads the next header of version 6; false when the bytes end inside it or it makes no sense.</summary>
    public bool TryReadV6(ref VarReader reader)
    {
        var flags = reader.Byte();
        if ((flags & HasMetadataId) != 0) MetadataId = (int)reader.VarUInt32();
        if ((flags & HasSequence) != 0)
        {
            Sequence = unchecked(Sequence + (int)reader.VarUInt32());
            CaptureThread = (long)reader.VarUInt64();
            reader.VarUInt32();
        }

        Sequence = unchecked(Sequence + 1);
        if ((flags & HasThread) != 0) Thread = (long)reader.VarUInt64();
        if ((flags & HasStack) != 0) Stack = (int)reader.VarUInt32();
        Timestamp = unchecked(Timestamp + (long)reader.VarUInt64());
        if ((flags & HasLabels) != 0) Labels = reader.VarUInt32();
        Sorted = (flags & IsSorted) != 0;
        if ((flags & HasLength) != 0) PayloadBytes = (int)reader.VarUInt32();
        return !reader.Failed && PayloadBytes >= 0;
    }

    /// <summary>Reads the next header; false when the bytes end inside it or it makes no sense.</summary>
    public bool TryRead(ref VarReader reader)
    {
        var flags = reader.Byte();
        if ((flags & HasMetadataId) != 0) MetadataId = (int)reader.VarUInt32();
        if ((flags & HasSequence) != 0)
        {
            Sequence = unchecked(Sequence + (int)reader.VarUInt32() + 1);
            CaptureThread = (long)reader.VarUInt64();
            reader.VarUInt32();
        }
        else if (MetadataId != 0)
        {
            Sequence = unchecked(Sequence + 1);
        }

        if ((flags & HasThread) != 0) Thread = (long)reader.VarUInt64();
        if ((flags & HasStack) != 0) Stack = (int)reader.VarUInt32();
        Timestamp = unchecked(Timestamp + (long)reader.VarUInt64());
        if ((flags & HasActivity) != 0) Activity = reader.UInt128();
        if ((flags & HasRelatedActivity) != 0) RelatedActivity = reader.UInt128();
        Sorted = (flags & IsSorted) != 0;
        if ((flags & HasLength) != 0) PayloadBytes = (int)reader.VarUInt32();
        return !reader.Failed && PayloadBytes >= 0;
    }
}
