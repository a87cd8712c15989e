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
}

/// <summary>Why one request took so long: the arithmetic of its parts.</summary>
internal static class RequestWords
{
    /// <summary>The part with the most time.</summary>
    public static RequestPart Dominating(WorstRequest request)
    {
        var (stopped, queued) = (request.StoppedNanoseconds, request.QueuedNanoseconds);
        if (stopped >= queued && stopped > request.WithoutGcNanoseconds) return RequestPart.Pauses;
        return queued > request.WithoutGcNanoseconds ? RequestPart.Queue : RequestPart.Own;
    }

    /// <summary>A sentence with its parts.</summary>
    public static string Why(WorstRequest request)
    {
        var whole = Quantities.Duration(request.DurationNanoseconds);
        var inside = $"{Quantities.Duration(request.StoppedNanoseconds)} of {whole} were inside GC pauses";
        var queued = request.QueuedNanoseconds > request.DurationNanoseconds / 100
            ? $", {Quantities.Duration(request.QueuedNanoseconds)} in the queue behind them"
            : "";
        return Dominating(request) == RequestPart.Own
            ? request.StoppedNanoseconds + request.QueuedNanoseconds == 0
                ? $"No pause met it: all {whole} are its own time or other waits."
                : $"Most of it is its own time or other waits: {inside}{queued}."
            : $"{inside}{queued}.";
    }
}
