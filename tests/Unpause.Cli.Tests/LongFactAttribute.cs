namespace Unpause.Cli.Tests;

/// <summary>A test that takes more than a minute: left out unless UNPAUSE_SOAK asks for long runs.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class LongFactAttribute : FactAttribute
{
    public LongFactAttribute() =>
        Skip = int.TryParse(Environment.GetEnvironmentVariable("UNPAUSE_SOAK"), out var factor) && factor > 1
            ? null
            : "takes more than a minute: set UNPAUSE_SOAK=2";
}
