namespace Unpause.Recorder.Live;

/// <summary>Options of <c>unpause record</c> that not every runtime supports.</summary>
public static class LiveFlags
{
    /// <summary>A JDK flight recording.</summary>
    public const string Flight = "--jfr";

    /// <summary>What retains old objects.</summary>
    public const string Holders = "--holders";

    /// <summary>Keep only the most recent part.</summary>
    public const string Ring = "--ring";

    /// <summary>The condition that ends the recording.</summary>
    public const string When = "--when";

    /// <summary>Allocation sites of objects that die in gen2.</summary>
    public const string Gen2Deaths = "--gen2-deaths";

    /// <summary>Time that allocating goroutines spend in mark assists.</summary>
    public const string Assists = "--assists";

    /// <summary>How much is recorded.</summary>
    public const string Profile = "--profile";

    /// <summary>The profile with allocation sites.</summary>
    public const string Allocations = "allocations";
}
