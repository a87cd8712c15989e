using Unpause.Analysis.CostModels;
using Unpause.Recordings;
using Unpause.Reports.Explanations;

namespace Unpause.Reports.Models;

/// <summary>The model of one process, or why there is none.</summary>
public sealed record ModelOfProcess
{
    private const double Double = 2;

    /// <summary>The name of the process.</summary>
    public required string Name { get; init; }

    /// <summary>Its runtime and collector, for people.</summary>
    public required string Collector { get; init; }

    /// <summary>The runtime's name in the JSON.</summary>
    public required string Runtime { get; init; }

    /// <summary>The model; null where none applies.</summary>
    internal CostModel? Model { get; init; }

    /// <summary>Why there is no model; null where there is one.</summary>
    internal string? Refusal { get; init; }

    /// <summary>Limits that the user asks about, with their points; null where the live set leaves no room.</summary>
    internal IReadOnlyList<(double LimitBytes, CurvePoint? Point)> Asked { get; init; } = [];

    /// <summary>The point of the current limit.</summary>
    internal CurvePoint? Now { get; init; }

    /// <summary>The point of twice the memory.</summary>
    internal CurvePoint? Twice { get; init; }

    /// <summary>The points of other limits.</summary>
    internal IReadOnlyList<CurvePoint> Curve { get; init; } = [];

    /// <summary>Fits the model of a recording.</summary>
    internal static ModelOfProcess Of(Recording recording, IReadOnlyList<double> limits, double? secondsPerGibibyte)
    {
        var model = CostModel.Of(recording, secondsPerGibibyte, out var why);
        var source = recording.Source;
        return new()
        {
            Name = source.Files.Count > 0 ? Path.GetFileName(source.Files[0]) : source.Runtime,
            Collector = source.Collector is { } collector ? $"{source.Traits.Name}, {collector}" : source.Traits.Name,
            Runtime = source.Runtime,
            Model = model,
            Refusal = why is null ? null : CostModelText.Of(why),
            Asked = model is null ? [] : [.. limits.Select(limit => (limit, model.At(limit)))],
            Now = model?.Now,
            Twice = model?.At(Double * model.Formula.NowBytes),
            Curve = model?.Curve() ?? [],
        };
    }
}
