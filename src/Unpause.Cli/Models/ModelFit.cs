using Unpause.Reports.Models;

namespace Unpause.Cli.Models;

/// <summary>What is fitted to recordings.</summary>
/// <param name="Limits">Memory limits in bytes.</param>
/// <param name="SecondsPerGibibyte">What a full GC takes for each GiB; null for what the recording shows.</param>
/// <param name="Asked">The settings that are asked of the requests.</param>
/// <param name="Requests">The requests; null for none.</param>
internal sealed record ModelFit(
    IReadOnlyList<double> Limits, double? SecondsPerGibibyte, WhatIfQuestion Asked, RequestSource? Requests)
{
    /// <summary>The models of recordings, with what-ifs where there are requests.</summary>
    /// <exception cref="UserMistake">The requests cannot be read.</exception>
    public ModelDocument Of(IReadOnlyList<Recording> recordings)
    {
        if (Requests is null) return ModelDocument.Fit(recordings, Limits, SecondsPerGibibyte);
        var report = Requests.AddTo(Report.Create(recordings));
        var models = ModelDocument.Fit([.. report.Processes.Select(process => process.Recording)], Limits, SecondsPerGibibyte);
        return report.Requests is null ? models : models.WithRequests(report, Asked);
    }
}
