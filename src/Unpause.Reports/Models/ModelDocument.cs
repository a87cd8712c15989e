using Unpause.Recordings;

namespace Unpause.Reports.Models;

/// <summary>Models of GC time by memory limit for the processes of recordings.</summary>
/// <param name="Processes">One model per process.</param>
public sealed record ModelDocument(IReadOnlyList<ModelOfProcess> Processes)
{
    /// <summary>Fits a model to each recording.</summary>
    /// <param name="recordings">The recordings.</param>
    /// <param name="limits">Memory limits in bytes that the user asks about.</param>
    /// <param name="secondsPerGibibyte">
    /// Duration of a full GC per GiB of survivors, where the user passed it; it overrides the fit.
    /// </param>
    public static ModelDocument Of(IReadOnlyList<Recording> recordings, IReadOnlyList<double> limits, double? secondsPerGibibyte) =>
        new([.. recordings.Select(recording => ModelOfProcess.Of(recording, limits, secondsPerGibibyte))]);

    /// <summary>Whether any of them has a model.</summary>
    public bool HasModel => Processes.Any(process => process.Model is not null);
}
