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

    /// <summary>Brackets that may be open at once in a legacy JVM log.</summary>
    public const int OpenBlocks = 32;

    /// <summary>Phases kept of one pause that has not ended.</summary>
    public const int PhasesOfOnePause = 64;
}
