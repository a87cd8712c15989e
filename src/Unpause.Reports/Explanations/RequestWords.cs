using Unpause.Requests.Attribution;

namespace Unpause.Reports.Explanations;

/// <summary>A part of a request's latency.</summary>
internal enum RequestPart
{
    /// <summary>Its own time, and waits that have nothing to do with GC.</summary>
    Own,

    /// <summary>Inside pauses.</summary>
    Pauses,

    /// <summary>Queued behind requests that a pause delayed.</summary>
    Queue,

    /// <summary>While work waited for a thread of the pool.</summary>
    Pool,

    /// <summary>While the event loop was blocked by other work than GC.</summary>
    Loop,
}

/// <summary>Why one request took so long: the arithmetic of its parts.</summary>
internal static class RequestWords
{
    /// <summary>The part with the most time.</summary>
    public static RequestPart Dominating(WorstRequest request)
    {
        var (stopped, queued) = (request.StoppedNanoseconds, request.QueuedNanoseconds);
        if (stopped >= queued && stopped > request.WithoutGcNanoseconds) return RequestPart.Pauses;
        if (queued > request.WithoutGcNanoseconds) return RequestPart.Queue;
        if (request.LoopNanoseconds > request.WithoutGcNanoseconds / 2) return RequestPart.Loop;
        return request.PoolNanoseconds > request.WithoutGcNanoseconds / 2 ? RequestPart.Pool : RequestPart.Own;
    }

    /// <summary>A sentence with its parts.</summary>
    public static string Why(WorstRequest request)
    {
        var whole = Quantities.Duration(request.DurationNanoseconds);
        var inside = request.StoppedNanoseconds == 0
            ? "no GC pause met it"
            : $"{Quantities.Duration(request.StoppedNanoseconds)} of {whole} were inside GC pauses";
        var queued = request.QueuedNanoseconds > request.DurationNanoseconds / 100
            ? $", {Quantities.Duration(request.QueuedNanoseconds)} in the queue behind them"
            : "";
        var part = Dominating(request);
        if (part == RequestPart.Pool)
        {
            var waited = Math.Min(request.PoolNanoseconds ?? 0, request.DurationNanoseconds);
            return $"During {Quantities.Duration(waited)} of {whole}, work waited for a thread of the pool; {inside}{queued}.";
        }

        if (part == RequestPart.Loop)
        {
            return $"During {Quantities.Duration(request.LoopNanoseconds ?? 0)} of {whole}, the event loop was blocked by other work than "
                + $"GC; {inside}{queued}.";
        }

        return part == RequestPart.Own
            ? request.StoppedNanoseconds == 0 && queued.Length == 0
                ? $"No pause met it: all {whole} are its own time or other waits."
                : $"Most of it is its own time or other waits: {inside}{queued}."
            : $"{inside}{queued}.";
    }
}
