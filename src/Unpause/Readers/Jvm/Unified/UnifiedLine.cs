namespace Unpause.Readers.Jvm.Unified;

/// <summary>One line of a unified log, without its decorators.</summary>
internal readonly ref struct UnifiedLine(ReadOnlySpan<byte> message, JvmStamp? stamp, int? processId, bool important)
{
    /// <summary>What stands after the last decorator.</summary>
    public ReadOnlySpan<byte> Message { get; } = message;

    /// <summary>The line's time; null in a log without times.</summary>
    public JvmStamp? Stamp { get; } = stamp;

    /// <summary>The process, where the line says so.</summary>
    public int? ProcessId { get; } = processId;

    /// <summary>Level info or graver, or unknown: debug and trace lines hold details that need not be understood.</summary>
    public bool Important { get; } = important;
}
