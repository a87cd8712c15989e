namespace Unpause.Advice;

/// <summary>
/// A leak at a fixed rate: event handlers that are never removed, with their state. All survives, in few collections of gen2, most of them
/// in the background. Fixed: the handlers are removed.
/// </summary>
internal static class RisingLeak
{
    private const int BytesPerSecond = 90 << 20;
    private const int BytesOfUnit = 64 << 10;

    private static readonly Source Sessions = new();

    /// <summary>One unit: a subscriber with 64 KiB of small objects.</summary>
    public static Action Start(bool isFixed)
    {
        var began = Environment.TickCount64;
        var units = 0L;
        return () =>
        {
            var subscriber = new Subscriber();
            Sessions.Changed += subscriber.OnChanged;
            if (isFixed) Sessions.Changed -= subscriber.OnChanged;
            if (units % 100 == 0) Sessions.Raise();
            // An open loop: the rate is the same with and without the change.
            var due = began + (++units * BytesOfUnit * 1000L / BytesPerSecond);
            var early = due - Environment.TickCount64;
            if (early > 0) Thread.Sleep((int)early);
        };
    }

    private sealed class Source
    {
        public event EventHandler? Changed;

        public void Raise() => Changed?.Invoke(this, EventArgs.Empty);
    }

    private sealed class Subscriber
    {
        private readonly byte[][] _state = [.. Enumerable.Range(0, BytesOfUnit / 1024).Select(_ => new byte[1000])];

        public void OnChanged(object? sender, EventArgs e) => _state[0][0]++;
    }
}
