namespace Unpause.Services.Mcp;

/// <summary>A call that cannot be answered. The code is stable, the message is for the agent.</summary>
internal sealed class ToolRefusal(string code, string message) : Exception(message)
{
    /// <summary>The path is not in a folder that the agent may read.</summary>
    public const string OutsideFolder = "outside_folder";

    /// <summary>There is no such file or folder.</summary>
    public const string NotFound = "not_found";

    /// <summary>The file is no recording, or is damaged.</summary>
    public const string NotReadable = "not_readable";

    /// <summary>An argument is missing or has another form.</summary>
    public const string BadArgument = "bad_argument";

    /// <summary>The recording has no such pause.</summary>
    public const string NoSuchPause = "no_such_pause";

    /// <summary>No rule, metric, setting or JSON field has that name.</summary>
    public const string UnknownWord = "unknown_word";

    /// <summary>The two sides cannot be compared.</summary>
    public const string NotComparable = "not_comparable";

    /// <summary>Reading took longer than <see cref="ServiceLimits.MostTime"/>.</summary>
    public const string TooLong = "too_long";

    /// <summary>The document is larger than <see cref="ServiceLimits.MostDocumentBytes"/>.</summary>
    public const string TooLarge = "too_large";

    /// <summary>unpause could not be started, or has a defect.</summary>
    public const string Failed = "failed";

    /// <summary>One of the constants.</summary>
    public string Code { get; } = code;
}
