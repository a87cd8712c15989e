using Unpause.Cli.Output;

namespace Unpause.Cli.Checking;

/// <summary>The outputs that a check has.</summary>
internal enum CheckFormat
{
    /// <summary>A table for people.</summary>
    Terminal,

    /// <summary>The same with annotations for a GitHub workflow.</summary>
    GitHub,

    /// <summary>Markdown.</summary>
    Markdown,

    /// <summary>JSON with a schema.</summary>
    Json,

    /// <summary>JUnit's test results.</summary>
    JUnit,
}
