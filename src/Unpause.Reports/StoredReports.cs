using System.Text.Json;
using Unpause.Readers;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>
/// Reads reports that were written as JSON (<c>--format json</c>), packed with gzip or not, of this version or an older one.
/// </summary>
public static class StoredReports
{
    private const string Contract = "unpause.report/";

    /// <summary>Whether an input begins as a stored report does: an object that names the contract near its start.</summary>
    /// <param name="start">The first bytes, unpacked.</param>
    internal static bool Recognises(ReadOnlySpan<byte> start)
    {
        if (start.StartsWith("\uFEFF"u8)) start = start[3..];
        start = start.TrimStart(" \t\r\n"u8);
        return start.StartsWith("{"u8) && start[..Math.Min(start.Length, Limits.DetectionBytes)].IndexOf("\"unpause.report/"u8) >= 0;
    }

    /// <summary>Looks whether an input is a stored report.</summary>
    /// <param name="input">The input. One that cannot be opened is none; whoever reads it tells why.</param>
    /// <param name="stored">Whether it is.</param>
    /// <returns>The input, from its start: where it can be opened only once (a pipe), what was looked at stands before the rest.</returns>
    public static RecordingInput Look(RecordingInput input, out bool stored)
    {
        stored = false;
        try
        {
            var raw = input.Open();
            var peeked = PeekedStream.Unpack(raw);
            stored = Recognises(peeked.Peek(Limits.DetectionBytes));
            if (!raw.CanSeek) return input with { Open = () => peeked };
            raw.Dispose();
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or InvalidDataException)
        {
            // Reading it will fail the same way, and be told.
        }

        return input;
    }

    /// <summary>Reads a report whole. Fields that this version doesn't know are passed over.</summary>
    /// <param name="json">From its start; gzip is unpacked.</param>
    /// <param name="fault">What is wrong and where, as a clause; null when the report was read.</param>
    /// <returns>The document and what <c>--events</c> stored beside it; null when it can't be read.</returns>
    public static FinishedReport? Read(Stream json, out string? fault)
    {
        try
        {
            using var bounded = new BoundedStream(PeekedStream.Unpack(json), Limits.StoredReportBytes);
            var stored = JsonSerializer.Deserialize(bounded, ReportJson.Default.ReportDocument);
            fault = stored is null ? "is null, no report" : FaultOf(stored);
            return fault is null ? Timeline.Split(stored!) : null;
        }
        catch (JsonException exception)
        {
            fault = $"is damaged{PlaceOf(exception)}: {ReasonOf(exception)}";
        }
        catch (InvalidDataException exception)
        {
            fault = $"is damaged: {exception.Message}";
        }

        return null;
    }

    private static string? FaultOf(ReportDocument stored)
    {
        if (stored.Schema != ReportDocument.CurrentSchema)
        {
            return stored.Schema.StartsWith(Contract, StringComparison.Ordinal)
                ? $"is {PlainText.Clean(stored.Schema)}, written by unpause {PlainText.Clean(stored.ToolVersion)}; this version "
                    + $"reads {ReportDocument.CurrentSchema}"
                : "is no report of unpause";
        }

        if (StoredReportCheck.FaultOf(stored) is { } place) return $"is damaged at {place}";
        return stored.Timeline is null or [0x1F, 0x8B, ..] ? null : "is damaged at $.timeline: no gzip data";
    }

    private static string PlaceOf(JsonException exception)
    {
        var line = exception.LineNumber is { } number ? $" in line {number + 1}, byte {exception.BytePositionInLine + 1}" : "";
        return exception.Path is { Length: > 1 } path ? $"{line}, at {PlainText.Clean(path)}" : line;
    }

    private static string ReasonOf(JsonException exception)
    {
        const string Missing = "missing required properties including: ";
        var message = exception.Message;
        if (message.IndexOf(Missing, StringComparison.Ordinal) is var at and >= 0)
        {
            return $"missing {message[(at + Missing.Length)..].TrimEnd('.')}";
        }

        return message.StartsWith("is ", StringComparison.Ordinal) ? $"a value {message}" : exception.InnerException is null
            ? "not what the contract has there"
            : PlainText.Clean(exception.InnerException.Message.Split(" LineNumber:")[0]);
    }
}
