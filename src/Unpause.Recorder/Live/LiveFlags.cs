namespace Unpause.Recorder.Live;

/// <summary>How the options of <c>unpause record</c> are typed that not every runtime can follow.</summary>
public static class LiveFlags
{
    /// <summary>A flight recording.</summary>
    public const string Flight = "--jfr";

    /// <summary>Who holds old objects.</summary>
    public const string Holders = "--holders";

    /// <summary>Only the end is kept.</summary>
    public const string Ring = "--ring";

    /// <summary>What to wait for.</summary>
    public const string When = "--when";

    /// <summary>Who allocates what dies in gen2.</summary>
    public const string Gen2Deaths = "--gen2-deaths";

    /// <summary>How long goroutines that allocate help the collector.</summary>
    public const string Assists = "--assists";

    /// <summary>How much is recorded.</summary>
    public const string Profile = "--profile";

    /// <summary>The profile that tells what is allocated where.</summary>
    public const string Allocations = "allocations";
}
