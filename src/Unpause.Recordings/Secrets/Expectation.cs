namespace Unpause.Recordings.Secrets;

/// <summary>What a word announces about the next.</summary>
internal enum Expectation
{
    Nothing,

    /// <summary>It is a secret: <c>--password</c>, <c>Bearer</c>.</summary>
    Secret,

    /// <summary>It is a secret unless it is a number or a path: <c>-p</c> is also a port, a count and a folder.</summary>
    Password,

    /// <summary>What follows its colon is a secret: <c>-u user:password</c>.</summary>
    UserAndPassword,
}
