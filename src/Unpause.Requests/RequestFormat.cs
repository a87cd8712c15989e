using Unpause.Recordings.Readers;

namespace Unpause.Requests;

/// <summary>One row of the table of request formats.</summary>
/// <param name="Name">The name in <see cref="RequestSet.Format"/>.</param>
/// <param name="Binary">Recognised at the input's start only; text formats in any block of it.</param>
/// <param name="Recognises">As in <see cref="RecordingFormat.Recognises"/>.</param>
/// <param name="CreateReader">Makes the reader; null for content that is known but contains no requests.</param>
/// <param name="Refusal">For such content: a sentence that explains what it is and what to give instead.</param>
internal sealed record RequestFormat(
    string Name,
    bool Binary,
    RecognisesBlock Recognises,
    Func<RequestSetBuilder, RequestOptions, IRequestReader>? CreateReader,
    string? Refusal = null);
