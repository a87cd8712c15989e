using System.Runtime.CompilerServices;

namespace AllocatingProgram;

/// <summary>
/// Objects of which it is known who holds them: lines in a static dictionary, made once; subscribers by an event; jobs by their timers; and
/// an order with a large attachment each round, in a static dictionary, which is bounded or grows without end.
/// </summary>
internal static class HeldOrders
{
    private const int Subscribers = 1_000, Jobs = 500, MostOrders = 100, AttachmentBytes = 50_000, LineBytes = 100;

    private static readonly Dictionary<int, OrderLine> s_lines = [];
    private static readonly Dictionary<int, Order> s_orders = [];
    private static readonly Shop s_shop = new();
    private static byte[]? s_sink;

    public static void Run(int rounds, int lines, bool bounded)
    {
        for (var i = 0; i < lines; i++) s_lines.Add(i, new OrderLine());
        for (var i = 0; i < Subscribers; i++) s_shop.Opened += new Subscriber().Hear;
        for (var i = 0; i < Jobs; i++) new Job().Start();
        for (var round = 0; round < rounds; round++)
        {
            Drop();
            s_orders.Add(round, new Order());
            if (bounded) s_orders.Remove(round - MostOrders);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Drop()
    {
        for (var i = 0; i < 2_000; i++) s_sink = new byte[200];
    }

    private sealed class Order
    {
        public byte[] Attachment = new byte[AttachmentBytes];
    }

    private sealed class OrderLine
    {
        public byte[] Text = new byte[LineBytes];
    }

    private sealed class Shop
    {
        public event EventHandler? Opened;

        public void Open() => Opened?.Invoke(this, EventArgs.Empty);
    }

    private sealed class Subscriber
    {
        private long _heard;

        public void Hear(object? sender, EventArgs e) => _heard++;
    }

    private sealed class Job
    {
        private Timer? _timer;

        public void Start() => _timer = new Timer(Run, null, TimeSpan.FromHours(1), TimeSpan.FromHours(1));

        private void Run(object? state) => _timer!.Dispose();
    }
}
