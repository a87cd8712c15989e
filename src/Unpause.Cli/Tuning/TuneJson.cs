using System.Text.Json;
using Unpause.Experiments.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>
/// The outcome as <c>unpause.tune/1</c> (schema/unpause.tune-1.schema.json) on standard output. Metrics are in
/// ns, bytes, percent or counts, as budgets have them.
/// </summary>
internal static class TuneJson
{
    /// <summary>Writes it.</summary>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Write(TuneResult result)
    {
        using var output = StandardStreams.OpenOutput();
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", "unpause.tune/1");
            json.WriteString("outcome", OutcomeName(result.Judged.Outcome));
            json.WriteString("objective", result.Plan.Objective.Name);
            json.WriteString("unit", result.Plan.Objective.UnitName);
            json.WriteBoolean("higher_is_better", result.Plan.Objective.HigherIsBetter);
            json.WriteNumber("seed", result.Seed);
            json.WriteBoolean("interrupted", result.Interrupted);
            Write(json, "chosen", result.Judged.Chosen is { } chosen ? result.Plan.Settings[chosen].Name : null);
            Write(json, "within_noise_of_chosen", result.Judged.Ties.Select(tie => result.Plan.Settings[tie].Name));
            Write(json, "sentences", TuneText.Outcome(result).Concat(TuneText.Doubts(result)));
            json.WriteStartArray("settings");
            foreach (var judged in result.Judged.Settings) Write(json, judged, result);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static void Write(Utf8JsonWriter json, SettingJudgement judged, TuneResult result)
    {
        var setting = result.Plan.Settings[judged.Setting];
        json.WriteStartObject();
        json.WriteString("name", setting.Name);
        json.WriteStartObject("environment");
        foreach (var (name, value) in setting.Variables) json.WriteString(name, value);
        json.WriteEndObject();
        Write(json, "code", setting.Code);
        json.WriteNumber("trials", judged.Trials);
        json.WriteNumber("failures", judged.Failures);
        Write(json, "mean", judged.Mean);
        Write(json, "interval", judged.Objective);
        Write(json, "against_default", judged.AgainstDefault);
        Write(json, "broken_constraints", judged.Broken);
        Write(json, "stop_reason", result.Stops.FirstOrDefault(stop => stop.Setting == judged.Setting) is { } stop
            ? TuneText.Stopped(stop, result.Plan) : null);
        json.WriteStartArray("trial_results");
        foreach (var line in result.Lines.Where(line => line.Setting == setting.Name)) Write(json, line);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, TrialLine line)
    {
        json.WriteStartObject();
        json.WriteNumber("round", line.Round);
        Write(json, "failure", line.Failure);
        Write(json, "note", line.Note);
        Write(json, "neighbour_cpu_share", line.NeighbourCpuShare);
        Write(json, "load_lateness_p99_ns", line.LoadLatenessP99Ns);
        Write(json, "load_format", line.LoadFormat);
        json.WriteBoolean("latencies_include_warm_up", line.LatenciesIncludeWarmUp);
        json.WriteNumber("dropped", line.Dropped);
        json.WriteStartObject("metrics");
        foreach (var (name, value) in line.Metrics.OrderBy(number => number.Key, StringComparer.Ordinal)) json.WriteNumber(name, value);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static string OutcomeName(TuneOutcome outcome) => outcome switch
    {
        TuneOutcome.Winner => "winner",
        TuneOutcome.Tied => "tied",
        TuneOutcome.WithinNoise => "within_noise",
        TuneOutcome.NoneKeeps => "no_setting_meets_constraints",
        _ => "too_few_trials",
    };

    private static void Write(Utf8JsonWriter json, string name, MeanInterval? interval)
    {
        if (!Begin(json, name, interval)) return;
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, SettingDifference? difference)
    {
        if (!Begin(json, name, difference is var (mean, low, high, _) ? new MeanInterval(mean, low, high) : null)) return;
        json.WriteBoolean("is_share", difference!.Value.IsShare);
        json.WriteBoolean("within_noise", difference.Value.IsWithinNoise);
        json.WriteEndObject();
    }

    /// <summary>Begins an object with a mean and its interval; false where there is none, which is written.</summary>
    private static bool Begin(Utf8JsonWriter json, string name, MeanInterval? interval)
    {
        if (interval is not var (mean, low, high))
        {
            json.WriteNull(name);
            return false;
        }

        json.WriteStartObject(name);
        json.WriteNumber("mean", mean);
        json.WriteNumber("low", low);
        json.WriteNumber("high", high);
        return true;
    }

    private static void Write(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } known) json.WriteNumber(name, known);
        else json.WriteNull(name);
    }

    private static void Write(Utf8JsonWriter json, string name, string? value)
    {
        if (value is null) json.WriteNull(name);
        else json.WriteString(name, value);
    }

    private static void Write(Utf8JsonWriter json, string name, IEnumerable<string> values)
    {
        json.WriteStartArray(name);
        foreach (var value in values) json.WriteStringValue(value);
        json.WriteEndArray();
    }
}
