//! What the client can do, and what this server offers it.

use analysis::ColumnUnit;
use tower_lsp::ls_types::*;

use crate::handlers;
use crate::handlers::formatting::TRIGGERS;
use crate::handlers::lint_fixes::FIX_ALL_KIND;
use crate::protocol;

/// The client's abilities that change how it is answered.
#[derive(Clone, Debug)]
pub struct ClientFeatures {
    pub column_unit: ColumnUnit,
    /// It asks for diagnostics itself, so none are pushed.
    pub pulls_diagnostics: bool,
    pub work_done_progress: bool,
    pub configuration: bool,
    /// It tells of changed settings where it is asked to.
    pub configuration_registration: bool,
    pub watched_files: bool,
    pub diagnostic_refresh: bool,
    pub code_lens_refresh: bool,
    pub inlay_hint_refresh: bool,
    pub hierarchical_symbols: bool,
    /// Edits of several documents may name their versions and move files.
    pub document_changes: bool,
    pub renames_files: bool,
    pub show_document: bool,
    /// It fills in the places of snippets.
    pub snippets: bool,
    /// It lets a user choose whether an accepted item replaces the rest of the word.
    pub insert_replace: bool,
    /// It shows signatures and types beside the labels of items.
    pub label_details: bool,
    /// It can make new files as part of an edit.
    pub creates_files: bool,
    /// It asks for the edit of a code action only when the user has chosen it.
    pub resolves_edits: bool,
    /// It wants `puppet/status`.
    pub status: bool,
}

impl ClientFeatures {
    pub fn of(capabilities: &ClientCapabilities) -> Self {
        let text_document = capabilities.text_document.as_ref();
        let workspace = capabilities.workspace.as_ref();
        let window = capabilities.window.as_ref();
        let encodings = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let edits = workspace.and_then(|workspace| workspace.workspace_edit.as_ref());
        let operations = edits.and_then(|edits| edits.resource_operations.as_ref());
        let utf8 = encodings.is_some_and(|encodings| encodings.contains(&PositionEncodingKind::UTF8));
        ClientFeatures {
            column_unit: if utf8 { ColumnUnit::Bytes } else { ColumnUnit::Utf16 },
            pulls_diagnostics: text_document.is_some_and(|text| text.diagnostic.is_some()),
            work_done_progress: window.and_then(|window| window.work_done_progress).unwrap_or(false),
            configuration: workspace.and_then(|workspace| workspace.configuration).unwrap_or(false),
            configuration_registration: workspace
                .and_then(|workspace| workspace.did_change_configuration.as_ref())
                .and_then(|configuration| configuration.dynamic_registration)
                .unwrap_or(false),
            watched_files: workspace
                .and_then(|workspace| workspace.did_change_watched_files.as_ref())
                .and_then(|watched| watched.dynamic_registration)
                .unwrap_or(false),
            diagnostic_refresh: workspace
                .and_then(|workspace| workspace.diagnostics.as_ref())
                .and_then(|diagnostics| diagnostics.refresh_support)
                .unwrap_or(false),
            code_lens_refresh: workspace
                .and_then(|workspace| workspace.code_lens.as_ref())
                .and_then(|lens| lens.refresh_support)
                .unwrap_or(false),
            inlay_hint_refresh: workspace
                .and_then(|workspace| workspace.inlay_hint.as_ref())
                .and_then(|hint| hint.refresh_support)
                .unwrap_or(false),
            hierarchical_symbols: text_document
                .and_then(|text| text.document_symbol.as_ref())
                .and_then(|symbol| symbol.hierarchical_document_symbol_support)
                .unwrap_or(false),
            document_changes: edits.and_then(|edits| edits.document_changes).unwrap_or(false),
            renames_files: operations.is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Rename)),
            show_document: window
                .and_then(|window| window.show_document.as_ref())
                .is_some_and(|show_document| show_document.support),
            snippets: text_document
                .and_then(|text| text.completion.as_ref()?.completion_item.as_ref()?.snippet_support)
                .unwrap_or(false),
            insert_replace: text_document
                .and_then(|text| text.completion.as_ref()?.completion_item.as_ref()?.insert_replace_support)
                .unwrap_or(false),
            label_details: text_document
                .and_then(|text| text.completion.as_ref()?.completion_item.as_ref()?.label_details_support)
                .unwrap_or(false),
            creates_files: operations.is_some_and(|kinds| kinds.contains(&ResourceOperationKind::Create)),
            resolves_edits: text_document
                .and_then(|text| text.code_action.as_ref()?.resolve_support.as_ref())
                .is_some_and(|support| support.properties.iter().any(|property| property == "edit")),
            status: capabilities.experimental.as_ref().is_some_and(|experimental| experimental["puppetStatus"] == true),
        }
    }
}

pub fn server_capabilities(client: &ClientFeatures) -> ServerCapabilities {
    let encoding = match client.column_unit {
        ColumnUnit::Bytes => PositionEncodingKind::UTF8,
        _ => PositionEncodingKind::UTF16,
    };
    ServerCapabilities {
        position_encoding: Some(encoding),
        text_document_sync: Some(TextDocumentSyncCapability::Options(TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(TextDocumentSyncKind::INCREMENTAL),
            save: Some(TextDocumentSyncSaveOptions::Supported(true)),
            ..TextDocumentSyncOptions::default()
        })),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        definition_provider: Some(OneOf::Left(true)),
        declaration_provider: Some(DeclarationCapability::Simple(true)),
        type_definition_provider: Some(TypeDefinitionProviderCapability::Simple(true)),
        implementation_provider: Some(ImplementationProviderCapability::Simple(true)),
        references_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        })),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: WorkDoneProgressOptions::default(),
        }),
        linked_editing_range_provider: Some(LinkedEditingRangeServerCapabilities::Simple(true)),
        moniker_provider: Some(OneOf::Left(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: handlers::semantic_tokens::legend(),
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Delta { delta: Some(true) }),
                ..SemanticTokensOptions::default()
            },
        )),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        document_on_type_formatting_provider: TRIGGERS.split_first().map(|(first, more)| {
            DocumentOnTypeFormattingOptions {
                first_trigger_character: first.to_string(),
                more_trigger_character: Some(more.iter().map(|key| key.to_string()).collect()),
            }
        }),
        inlay_hint_provider: Some(OneOf::Left(true)),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".to_string(), ",".to_string()]),
            ..SignatureHelpOptions::default()
        }),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(["$", ":", "'", "\"", "[", ".", "/", "@"].map(str::to_string).to_vec()),
            resolve_provider: Some(true),
            ..CompletionOptions::default()
        }),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![
                CodeActionKind::QUICKFIX,
                CodeActionKind::new(FIX_ALL_KIND),
                CodeActionKind::REFACTOR_EXTRACT,
                CodeActionKind::REFACTOR_INLINE,
                CodeActionKind::REFACTOR_REWRITE,
                CodeActionKind::new(protocol::PREVIEW_KIND),
            ]),
            resolve_provider: Some(true),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions { resolve_provider: Some(true) }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: protocol::COMMANDS.iter().map(|command| command.to_string()).collect(),
            ..ExecuteCommandOptions::default()
        }),
        diagnostic_provider: client.pulls_diagnostics.then(|| {
            DiagnosticServerCapabilities::Options(DiagnosticOptions {
                identifier: Some("puppet-analyzer".to_string()),
                inter_file_dependencies: true,
                workspace_diagnostics: true,
                ..DiagnosticOptions::default()
            })
        }),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            ..WorkspaceServerCapabilities::default()
        }),
        ..ServerCapabilities::default()
    }
}
