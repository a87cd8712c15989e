using System.Text.Json;
using Unpause.Diagnosis;

namespace Unpause.Reports;

/// <summary>The contract's <c>findings</c>.</summary>
internal static class FindingJson
{
    public static void Write(Utf8JsonWriter json, int process, Finding finding)
    {
        json.WriteStartObject();
        json.WriteString("id", finding.Id);
        json.WriteNumber("process", process);
        json.WriteString("severity", SeverityWord(finding.Severity));
        json.WriteString("title", finding.Title);
        json.WriteStartArray("evidence");
        foreach (var evidence in finding.Evidence)
        {
            json.WriteStartObject();
            json.WriteString("text", evidence.Text);
            json.WriteRounded("value", evidence.Value, 6);
            json.WriteString("unit", evidence.Unit);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartArray("advice");
        foreach (var advice in finding.Advice) WriteAdvice(json, advice);
        json.WriteEndArray();
        json.WriteString("expected_gain", finding.ExpectedGain);
        json.WriteEndObject();
    }

    /// <summary>The severity as the contract writes it.</summary>
    public static string SeverityWord(Severity severity) => severity switch
    {
        Severity.High => "high",
        Severity.Medium => "medium",
        Severity.Low => "low",
        _ => "info",
    };

    private static void WriteAdvice(Utf8JsonWriter json, Advice advice)
    {
        json.WriteStartObject();
        json.WriteString("text", advice.Text);
        if (advice.Setting is not null) json.WriteString("setting", advice.Setting);
        if (advice.Code is not null) json.WriteString("code", advice.Code);
        json.WriteEndObject();
    }
}
