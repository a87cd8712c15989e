using Unpause.Recordings.Readers;

namespace Unpause.Requests;

/// <summary>What came of reading request files.</summary>
/// <param name="Sets">One for each format found, in the order in which the formats were met.</param>
/// <param name="Unread">Inputs that gave no request and no span, with the reason.</param>
public sealed record LoadedRequests(IReadOnlyList<RequestSet> Sets, IReadOnlyList<UnreadInput> Unread);
