using System.Diagnostics;

namespace Unpause.Cli.Output;

/// <summary>
/// A progress line on standard error: only on a terminal, only for work longer than a second. It is erased when the work is done.
/// </summary>
internal sealed class ProgressLine : IDisposable
{
    // ECMA-48: to the start of the line, and erase to its end.
    private const string Erase = "\r\u001b[K";

    private const int UsualWidth = 80;

    private static readonly TimeSpan First = TimeSpan.FromSeconds(1), Period = TimeSpan.FromMilliseconds(250);

    private readonly Lock _lock = new();
    private readonly Func<string?> _text;
    private readonly Timer _timer;
    private bool _shown;
    private bool _done;

    private ProgressLine(Func<string?> text)
    {
        _text = text;
        _timer = new Timer(_ => Show(), null, First, Period);
    }

    /// <summary>Starts a progress line.</summary>
    /// <param name="text">The current progress, called on another thread; null to show nothing now.</param>
    /// <returns>Dispose it when the work is done; null without a terminal.</returns>
    public static ProgressLine? Begin(Func<string?> text) =>
        Console.IsErrorRedirected || Environment.GetEnvironmentVariable("TERM") is null or "" or "dumb" ? null : new ProgressLine(text);

    /// <summary>Starts a progress line with the seconds of a recording.</summary>
    /// <param name="whole">The duration of the recording; null when a signal ends it.</param>
    /// <returns>As <see cref="Begin"/>.</returns>
    public static ProgressLine? OfRecording(TimeSpan? whole)
    {
        var start = Stopwatch.GetTimestamp();
        var of = whole is { } duration ? $" of {duration.TotalSeconds:0.##} s" : "";
        return Begin(() => $"recorded {Stopwatch.GetElapsedTime(start).TotalSeconds:0} s{of}");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_lock)
        {
            _done = true;
            if (_shown) Console.Error.Write(Erase);
        }

        _timer.Dispose();
    }

    private void Show()
    {
        lock (_lock)
        {
            if (_done || _text() is not { } text) return;
            // A line that wraps cannot be erased.
            var width = (WindowSize.WidthOf(StandardStreams.Error) ?? UsualWidth) - 1;
            Console.Error.Write(Erase + (text.Length <= width ? text : text[..width]));
            _shown = true;
        }
    }
}
