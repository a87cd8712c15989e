using Unpause.Analysis.CostModels;
using Unpause.Recordings;
using Unpause.Reports.Explanations;

namespace Unpause.Reports;

/// <summary>One process's model, or why there is none.</summary>
public sealed record ModelOfProcess
{
    private const double Double = 2;

    /// <summary>What it is called.</summary>
    public required string Name { get; init; }

    /// <summary>Its runtime and collector as people write them.</summary>
    public required string Collector { get; init; }

    /// <summary>The runtime's name in the contract.</summary>
    public required string Runtime { get; init; }

    /// <summary>The model; null where no formula holds.</summary>
    internal CostModel? Model { get; init; }

    /// <summary>Why there is none.</summary>
    internal string? Refusal { get; init; }

    /// <summary>Limits that the user asks for, with what they cost; null where what is live leaves no room.</summary>
    internal IReadOnlyList<(double LimitBytes, CurvePoint? Point)> Asked { get; init; } = [];

    /// <summary>Where the process stands.</summary>
    internal CurvePoint? Now { get; init; }

    /// <summary>With twice the memory.</summary>
    internal CurvePoint? Twice { get; init; }

    /// <summary>Other limits.</summary>
    internal IReadOnlyList<CurvePoint> Curve { get; init; } = [];

    /// <summary>Makes it.</summary>
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
