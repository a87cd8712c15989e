namespace Unpause.Cli.Tests.Native;

/// <summary>A test of the native binary, which ./test makes and names.</summary>
public sealed class NativeFactAttribute : FactAttribute
{
    /// <inheritdoc cref="NativeFactAttribute"/>
    public NativeFactAttribute() => Skip = NativeTheoryAttribute.Reason;
}

/// <inheritdoc cref="NativeFactAttribute"/>
public sealed class NativeTheoryAttribute : TheoryAttribute
{
    internal static readonly string? Reason = Cli.Command.Length == 1 ? null : "UNPAUSE_TESTED names no native binary";

    /// <inheritdoc cref="NativeFactAttribute"/>
    public NativeTheoryAttribute() => Skip = Reason;
}
