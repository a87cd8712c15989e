namespace Unpause.Recordings.Words;

/// <summary>The names of Go's formats in the contract that others than its readers know.</summary>
public static class GoFormats
{
    /// <summary>The end of the names of files into which the recorder writes gctrace lines.</summary>
    public const string GctraceExtension = ".gctrace";

    /// <summary><c>runtime.MemStats</c> as JSON.</summary>
    public const string MemStats = "go-memstats";

    /// <summary>Lines of <c>GODEBUG=gcpacertrace=1</c> alone.</summary>
    public const string Pacer = "gcpacertrace";
}
