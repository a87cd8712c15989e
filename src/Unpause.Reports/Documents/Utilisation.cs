namespace Unpause.Reports.Documents;

/// <summary>
/// The least share of the time that the application had, at every time scale: minimum mutator utilisation (MMU; Cheng and Blelloch, PLDI
/// 2001) and its monotone form (BMU; Sachindran, Moss and Berger, OOPSLA 2004).
/// </summary>
public sealed record UtilisationDocument
{
    /// <summary>Whether of stop-the-world pauses for any reason; otherwise of pauses as the collector reports them.</summary>
    public required bool IsOfStops { get; init; }

    /// <summary>
    /// Windows of fixed lengths, the shortest first. A window that is longer than the recording, or than every part of it between gaps, is
    /// left out.
    /// </summary>
    public required IReadOnlyList<UtilisationWindowDocument> Windows { get; init; }
}

/// <summary>The worst window of one length.</summary>
public sealed record UtilisationWindowDocument
{
    /// <summary>The length of the window.</summary>
    public required Milliseconds WindowMs { get; init; }

    /// <summary>Of stop-the-world pauses alone.</summary>
    public required LeastShareDocument Stops { get; init; }

    /// <summary>
    /// With the CPU time that the collector used concurrently, as a share of all processors of the process; null where the recording does
    /// not report it.
    /// </summary>
    public required LeastShareDocument? WithCollectorCpu { get; init; }
}

/// <summary>The least share of the time that the application had.</summary>
public sealed record LeastShareDocument
{
    /// <summary>The share in the worst window of exactly this length (MMU).</summary>
    public required double MmuPercent { get; init; }

    /// <summary>The share in the worst window of this length or longer (BMU): it never falls as windows get longer.</summary>
    public required double BmuPercent { get; init; }

    /// <summary>
    /// Start of the worst window of exactly this length, since the start of the recording; the first of equal ones. Null where the
    /// application was never stopped.
    /// </summary>
    public required Milliseconds? StartMs { get; init; }
}
