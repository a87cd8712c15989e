namespace Unpause;

/// <summary>Every bound that the library puts on what it reads, in one place.</summary>
public static class Limits
{
    /// <summary>
    /// Size of the blocks in which text is read, below the large object heap's threshold. It is also the longest line
    /// that is looked at: the rest of a longer one is skipped and counted.
    /// </summary>
    public const int BlockBytes = 64 * 1024;

    /// <summary>How much of an input is shown to the format detector at a time.</summary>
    public const int DetectionBytes = 64 * 1024;

    /// <summary>Not-understood lines kept as examples.</summary>
    public const int KeptExamples = 5;

    /// <summary>Bytes kept of each example.</summary>
    public const int KeptExampleBytes = 200;

    /// <summary>Notes kept for one recording.</summary>
    public const int KeptNotes = 50;

    /// <summary>Different names (causes, phases) kept for one recording; later ones become "other".</summary>
    public const int Names = 4096;

    /// <summary>Longest name kept, in bytes.</summary>
    public const int NameBytes = 256;

    /// <summary>Processes told apart in one input.</summary>
    public const int Processes = 4096;

    /// <summary>Longest single JSON string or number that is looked at, in bytes; a value that holds a longer one is passed over.</summary>
    public const int JsonTokenBytes = 16 * 1024 * 1024;

    /// <summary>Deepest nesting of JSON; a value that is nested deeper is passed over.</summary>
    public const int JsonDepth = 1000;

    /// <summary>Broken JSON values in one input before its rest is given up: each costs far more time than a good one.</summary>
    public const int BrokenJsonValues = 10_000;

    /// <summary>Largest protobuf message (one ResourceSpans) that is taken into memory, in bytes.</summary>
    public const int MessageBytes = 256 * 1024 * 1024;

    /// <summary>Services told apart in one set of requests.</summary>
    public const int Services = 65_536;

    /// <summary>GC pauses put into one hole of a trace; further ones are counted only.</summary>
    public const int FilledPausesAHole = 1000;

    /// <summary>GC pauses put into one file of traces in all.</summary>
    public const int FilledPauses = 1_000_000;
}
