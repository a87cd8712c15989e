namespace Churn;

/// <summary>A kilobyte in four objects.</summary>
internal sealed class Record
{
    /// <summary>The newest piece of garbage: without a reference to it, the JIT would not allocate it at all.</summary>
    public static Record? Garbage { get; set; }

    /// <summary>The second half.</summary>
    public Record? Next { get; init; }

    /// <summary>The bytes.</summary>
    public required byte[] Body { get; init; }

    /// <summary>A new one.</summary>
    public static Record Made() => new() { Body = new byte[456], Next = new Record { Body = new byte[456] } };
}
