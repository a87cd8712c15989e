using Unpause.Analysis.CostModels;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>What memory would cost and buy the processes of some recordings.</summary>
/// <param name="Processes">One each.</param>
public sealed record ModelDocument(IReadOnlyList<ModelOfProcess> Processes)
{
    /// <summary>Fits the models.</summary>
    /// <param name="recordings">What was recorded.</param>
    /// <param name="limits">Limits in bytes that the user asks for.</param>
    /// <param name="secondsPerGibibyte">
    /// What a collection of the whole heap takes for each GiB that survives, where the user knows it better than the recordings.
    /// </param>
    public static ModelDocument Of(IReadOnlyList<Recording> recordings, IReadOnlyList<double> limits, double? secondsPerGibibyte) =>
        new([.. recordings.Select(recording => ModelOfProcess.Of(recording, limits, secondsPerGibibyte))]);

    /// <summary>Whether any of them has a model.</summary>
    public bool HasModel => Processes.Any(process => process.Model is not null);
}
