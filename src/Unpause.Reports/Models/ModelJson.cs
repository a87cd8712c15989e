using System.Text.Json;
using Unpause.Analysis.CostModels;
using Unpause.Reports.Explanations;
using Unpause.Requests.Statistics;

namespace Unpause.Reports.Models;

/// <summary>Models as JSON: the contract <c>unpause.model/1</c> (schema/unpause.model-1.schema.json).</summary>
public static class ModelJson
{
    private const string Schema = "unpause.model/1";
    private const int PercentDigits = 3, MillisecondDigits = 3, SecondDigits = 4;

    /// <summary>Writes the memory law with the user's numbers.</summary>
    public static void Write(Stream output, LawAnswer answer) => Write(output, answer, null);

    /// <summary>Writes the fitted models.</summary>
    public static void Write(Stream output, ModelDocument document) => Write(output, null, document);

    private static void Write(Stream output, LawAnswer? answer, ModelDocument? document)
    {
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("tool_version", ToolVersion.Text);
            if (answer is null) json.WriteNull("law");
            else Write(json, answer);
            json.WriteStartArray("processes");
            foreach (var process in document?.Processes ?? []) Write(json, process);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static void Write(Utf8JsonWriter json, LawAnswer answer)
    {
        json.WriteStartObject("law");
        json.WriteString("formula", LawAnswer.Formula);
        json.WriteNumber("allocation_rate_bytes_per_s", Math.Round(answer.Law.TrafficBytesPerSecond));
        json.WriteNumber("survivor_bytes", Math.Round(answer.Law.SurvivorBytes));
        json.WriteNumber("limit_bytes", Math.Round(answer.LimitBytes));
        json.WriteNumber("pause_s_per_gib", answer.Law.PauseSecondsPerGibibyte);
        Known(json, "pause_ms", answer.Law.PauseSeconds * 1e3, MillisecondDigits);
        Known(json, "period_ms", answer.Law.PeriodSeconds(answer.LimitBytes) * 1e3, MillisecondDigits);
        Known(json, "percent", answer.Law.Percent(answer.LimitBytes), PercentDigits);
        json.WriteStartArray("curve");
        foreach (var limit in answer.Limits)
        {
            json.WriteStartObject();
            json.WriteNumber("limit_bytes", Math.Round(limit));
            Known(json, "period_ms", answer.Law.PeriodSeconds(limit) * 1e3, MillisecondDigits);
            Known(json, "percent", answer.Law.Percent(limit), PercentDigits);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ModelOfProcess process)
    {
        json.WriteStartObject();
        json.WriteString("name", PlainText.Clean(process.Name));
        json.WriteString("runtime", process.Runtime);
        json.WriteString("collector", PlainText.Clean(process.Collector));
        json.WriteString("verdict", PlainText.Clean(ModelText.Verdict(process)));
        json.WriteString("no_model_reason", process.Refusal is { } why ? PlainText.Clean(why) : null);
        if (process.Model is { } model) Write(json, process, model);
        else json.WriteNull("model");
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ModelOfProcess process, CostModel model)
    {
        json.WriteStartObject("model");
        json.WriteString("formula", CostModelText.Formula(model.Formula.Kind));
        json.WriteString("setting", model.Formula.Setting);
        json.WriteString("caveat", CostModelText.Caveat(model.Formula.Kind));
        json.WriteString("percent_of", model.IsOfCpu ? "cpu" : "time");
        json.WriteBoolean("at_limit", model.Formula.IsBound);
        json.WriteNumber("warm_up_ms", Math.Round(model.Work.From / 1e6, MillisecondDigits));
        json.WriteNumber("live_bytes", Math.Round(model.Work.LiveBytes));
        Known(json, "allocation_rate_bytes_per_s", model.Work.AllocatedBytes / model.Work.ProgramSeconds, 0);
        Known(json, "old_growth_rate_bytes_per_s", model.IsOfCpu ? null : model.Work.FilledBytes / model.Work.ProgramSeconds, 0);
        Known(json, "measured_percent", model.Work.Sum.Percent, PercentDigits);
        json.WriteStartArray("fits");
        Write(json, "young", model.Work.YoungFit);
        Write(json, "full", model.Work.FullFit);
        json.WriteEndArray();
        Write(json, "current", process.Now);
        Write(json, "doubled", process.Twice);
        json.WriteStartArray("curve");
        foreach (var point in process.Curve) Write(json, point);
        json.WriteEndArray();
        json.WriteStartArray("requested");
        foreach (var (limit, point) in process.Asked) Write(json, point ?? new CurvePoint(limit, double.NaN, double.NaN, double.NaN, null));
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string of, PauseFit? fit)
    {
        if (fit is null) return;
        json.WriteStartObject();
        json.WriteString("kind", of);
        json.WriteNumber("collections", fit.Collections);
        Known(json, "median_ms", fit.MedianNanoseconds / 1e6, MillisecondDigits);
        Known(json, "median_survivor_bytes", fit.MedianSurvivorBytes, 0);
        TheilSen? line = fit.Line;
        Known(json, "pause_s_per_gib", line?.Slope, SecondDigits);
        Known(json, "pause_low_s_per_gib", line?.Low, SecondDigits);
        Known(json, "pause_high_s_per_gib", line?.High, SecondDigits);
        Known(json, "constant_ms", line?.Intercept * 1e3, MillisecondDigits);
        json.WriteString("unknown_reason", fit.Doubt switch
        {
            PauseFitDoubt.TooFew => "too_few",
            PauseFitDoubt.SameSurvivors => "same_survivors",
            PauseFitDoubt.Scatter => "noisy",
            _ => null,
        });
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, CurvePoint? point)
    {
        json.WritePropertyName(name);
        if (point is { } known) Write(json, known);
        else json.WriteNullValue();
    }

    private static void Write(Utf8JsonWriter json, CurvePoint point)
    {
        json.WriteStartObject();
        json.WriteNumber("limit_bytes", Math.Round(point.LimitBytes));
        Known(json, "percent", point.Percent, PercentDigits);
        Known(json, "low_percent", point.Low, PercentDigits);
        Known(json, "high_percent", point.High, PercentDigits);
        Known(json, "period_ms", point.PeriodSeconds * 1e3, MillisecondDigits);
        json.WriteEndObject();
    }

    private static void Known(Utf8JsonWriter json, string name, double? value, int digits)
    {
        if (value is { } known && double.IsFinite(known)) json.WriteNumber(name, Math.Round(known, digits));
        else json.WriteNull(name);
    }
}

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
    public static ModelDocument Fit(IReadOnlyList<Recording> recordings, IReadOnlyList<double> limits, double? secondsPerGibibyte) =>
        new([.. recordings.Select(recording => ModelOfProcess.Fit(recording, limits, secondsPerGibibyte))]);

    /// <summary>Whether any of them has a model.</summary>
    public bool HasModel => Processes.Any(process => process.Model is not null);
}
