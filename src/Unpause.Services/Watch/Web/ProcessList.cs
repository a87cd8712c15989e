using Microsoft.AspNetCore.Http;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Web;

/// <summary>The watched processes and kept rings as JSON, for the live page (<c>web/src/live/snapshot.ts</c>) and for scripts.</summary>
internal sealed class ProcessList(RingWatch watch, Judge judge, RingKeeper keeper)
{
    private const int Seconds = 60, MostStreams = 20;
    private static readonly TimeSpan Span = TimeSpan.FromSeconds(Seconds), Between = TimeSpan.FromSeconds(1);

    private int _streams;

    /// <summary>Answers once.</summary>
    public async Task WriteAsync(HttpContext context)
    {
        context.Response.ContentType = "application/json; charset=utf-8";
        await context.Response.Body.WriteAsync(Snapshot(DateTimeOffset.UtcNow), context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>Sends server-sent events, one a second, until the client goes or the watcher ends.</summary>
    public async Task StreamAsync(HttpContext context, CancellationToken stop)
    {
        if (Interlocked.Increment(ref _streams) > MostStreams)
        {
            Interlocked.Decrement(ref _streams);
            await OwnHttp.AnswerAsync(context, StatusCodes.Status503ServiceUnavailable, "too many pages are open\n")
                .ConfigureAwait(false);
            return;
        }

        using var either = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted, stop);
        context.Response.ContentType = "text/event-stream";
        try
        {
            while (true)
            {
                await context.Response.Body.WriteAsync("data: "u8.ToArray(), either.Token).ConfigureAwait(false);
                await context.Response.Body.WriteAsync(Snapshot(DateTimeOffset.UtcNow), either.Token).ConfigureAwait(false);
                await context.Response.Body.WriteAsync("\n\n"u8.ToArray(), either.Token).ConfigureAwait(false);
                await context.Response.Body.FlushAsync(either.Token).ConfigureAwait(false);
                await Task.Delay(Between, either.Token).ConfigureAwait(false);
            }
        }
        catch (OperationCanceledException)
        {
            // The page was closed.
        }
        finally
        {
            Interlocked.Decrement(ref _streams);
        }
    }

    internal byte[] Snapshot(DateTimeOffset now)
    {
        using var output = new MemoryStream();
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartObject();
            json.WriteString("at", now);
            json.WriteStartArray("processes");
            var alerts = judge.Alerts.ToLookup(alert => alert.Process.Key);
            foreach (var process in watch.Processes) WriteProcess(json, process, alerts[process.Key], now);
            json.WriteEndArray();
            json.WriteStartArray("kept");
            foreach (var ring in keeper.Recent) WriteKept(json, ring);
            json.WriteEndArray();
            json.WriteEndObject();
        }

        return output.ToArray();
    }

    private static void WriteProcess(Utf8JsonWriter json, FollowedProcess process, IEnumerable<WatchAlert> alerts, DateTimeOffset now)
    {
        var facts = process.Facts;
        var recent = process.Recent(now - Span);
        json.WriteStartObject();
        json.WriteString("key", facts.Key);
        json.WriteNumber("pid", facts.Id);
        json.WriteString("service", facts.Service);
        json.WriteString("runtime", facts.Runtime);
        json.WriteString("version", facts.Version);
        json.WriteString("state", facts.State);
        json.WriteString("source", facts.Source);
        json.WriteString("reason", facts.Reason);
        json.WriteString("command", facts.Command);
        json.WriteNumber("pauses_per_minute", recent.Count(one => one.Stop.Kind == SeenKind.Pause));
        json.WriteNumber("max_stop_ms", WatchedValues.Value(WatchMetric.MaxStop, process, now, Span) ?? 0);
        json.WriteNumber("time_in_gc_percent", WatchedValues.Value(WatchMetric.TimeInGc, process, now, Span) ?? 0);
        if (process.HeapAfterBytes is { } heap) json.WriteNumber("heap_after_bytes", heap);
        else json.WriteNull("heap_after_bytes");
        json.WriteStartArray("longest");
        foreach (var milliseconds in Longest(recent, now)) json.WriteNumberValue(Math.Round(milliseconds, 2));
        json.WriteEndArray();
        json.WriteStartArray("alerts");
        foreach (var alert in alerts) json.WriteStringValue(alert.Condition.Name);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    /// <summary>The longest stop of each second in milliseconds, the oldest second first.</summary>
    private static double[] Longest(List<RecentStop> recent, DateTimeOffset now)
    {
        var longest = new double[Seconds];
        foreach (var (at, stop) in recent)
        {
            var second = Seconds - 1 - (int)(now - at).TotalSeconds;
            if (second is >= 0 and < Seconds) longest[second] = Math.Max(longest[second], stop.Nanoseconds / 1e6);
        }

        return longest;
    }

    private static void WriteKept(Utf8JsonWriter json, KeptRing ring)
    {
        json.WriteStartObject();
        json.WriteString("name", Path.GetFileName(ring.Folder));
        json.WriteString("service", ring.Process.Service);
        json.WriteNumber("pid", ring.Process.Id);
        json.WriteString("at", ring.At);
        json.WriteString("reason", ring.Reason);
        json.WriteString("verdict", ring.Verdict?.Sentence);
        json.WriteEndObject();
    }
}
