using Unpause.Recordings.Readers;

namespace Unpause.Reports;

/// <summary>
/// Reads reports that were written as JSON (<c>--format json</c>), plain or gzip, by this version or an older one.
/// </summary>
public static class StoredReports
{
    private const string Contract = "unpause.report/";

    /// <summary>Whether an input is a stored report: an object that names the contract near its start.</summary>
    /// <param name="start">The first bytes, decompressed.</param>
    internal static bool Recognises(ReadOnlySpan<byte> start)
    {
        if (start.StartsWith("\uFEFF"u8)) start = start[3..];
        start = start.TrimStart(" \t\r\n"u8);
        return start.StartsWith("{"u8) && start[..Math.Min(start.Length, Limits.DetectionBytes)].IndexOf("\"unpause.report/"u8) >= 0;
    }

    /// <summary>Checks whether an input is a stored report.</summary>
    /// <param name="input">The input. One that cannot be opened is none; its reader reports why.</param>
    /// <param name="stored">Whether it is a stored report.</param>
    /// <returns>The input from its start. For a pipe, which opens only once, the bytes that were read come first.</returns>
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
            // Reading it will fail the same way and report the error.
        }

        return input;
    }

    /// <summary>Reads a whole report. Unknown fields are ignored.</summary>
    /// <param name="json">The JSON, plain or gzip, from its start.</param>
    /// <param name="fault">The fault and its place, as a clause; null when the report was read.</param>
    /// <returns>The document and the timeline that <c>--events</c> stored; null when it cannot be read.</returns>
    public static FinishedReport? Read(Stream json, out string? fault)
    {
        try
        {
            using var bounded = new BoundedStream(PeekedStream.Unpack(json), Limits.StoredReportBytes);
            var stored = JsonSerializer.Deserialize(bounded, ReportJson.Default.ReportDocument);
            fault = stored is null ? "is null, not a report" : FaultOf(stored);
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
                : "is not a report of unpause";
        }

        if (StoredReportCheck.FaultOf(stored) is { } place) return $"is damaged at {place}";
        return stored.Timeline is null or [0x1F, 0x8B, ..] ? null : "is damaged at $.timeline: not gzip data";
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
            ? "does not match the schema"
            : PlainText.Clean(exception.InnerException.Message.Split(" LineNumber:")[0]);
    }
}
