namespace Unpause.Fuzz;

/// <summary>What is a fault beside an exception, and how much is tried.</summary>
internal static class FuzzLimits
{
    /// <summary>Longest input: one that is longer is slower, and seldom finds more.</summary>
    public const int InputBytes = 32 * 1024;

    /// <summary>Longest seed, in bytes: a longer file is cut here.</summary>
    public const int SeedBytes = 6_000;

    /// <summary>Files kept of each target in the repository.</summary>
    public const int KeptFiles = 100;

    /// <summary>Longest file kept in the repository.</summary>
    public const int KeptFileBytes = 20_000;

    /// <summary>Bytes kept of each target in the repository.</summary>
    public const int KeptBytes = 120_000;

    /// <summary>Processor time that any input may take, in milliseconds, whatever its length.</summary>
    public const double ConstantMilliseconds = 250;

    /// <summary>Processor time for each megabyte of input, in milliseconds.</summary>
    public const double MillisecondsPerMegabyte = 1_000;

    /// <summary>Wall time after which an input hangs, in milliseconds; this machine may be busy, so it is far above the limit.</summary>
    public const long HangMilliseconds = 20_000;

    /// <summary>Bytes that one input may make the reader allocate, in all.</summary>
    public const long AllocatedBytes = 256L * 1024 * 1024;

    /// <summary>Of inputs that find nothing new, every n-th goes through analysis and writers too.</summary>
    public const int LaterStagesEvery = 256;

    /// <summary>Stack of the thread that reads: small, because nothing may recurse on input.</summary>
    public const int StackBytes = 1024 * 1024;

    /// <summary>Different faults that are kept of one target.</summary>
    public const int KeptFaults = 50;
}
