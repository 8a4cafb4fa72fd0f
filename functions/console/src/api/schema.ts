export interface paths {
    "/api/v1/auth/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The agents that the caller has connected; at most 50 */
        get: operations["list_agents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/agents/{agent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect an agent: its tokens end at once */
        delete: operations["revoke_agent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/agents/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Allow what an agent asks for, or decline it; the browser goes where the answer says */
        post: operations["answer_agent_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/agents/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an agent asks the caller for by OAuth, and where the answer would go */
        post: operations["describe_agent_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/ensure": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Restore a session: the stored profile, without asking the platform */
        post: operations["ensure_session"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/installation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the app is installed and linked; links what it finds */
        get: operations["get_installation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Log in with a platform access token */
        post: operations["log_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller’s profile */
        get: operations["get_profile"];
        put?: never;
        post?: never;
        /** Delete the caller’s account with all that is the caller’s; indexed repositories stay */
        delete: operations["delete_account"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/platform": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How a browser signs in with the platform; authorize_url is null where that is not configured */
        get: operations["get_platform_sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/platform/exchange": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Exchange the platform’s authorization code for a session; the platform token is stored as by a login */
        post: operations["exchange_platform_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/scm/repos": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Repositories that the caller’s platform token shows */
        get: operations["list_platform_repositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** End every session of the caller, in every browser */
        post: operations["sign_out_everywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The caller’s personal access tokens, without the tokens themselves */
        get: operations["list_tokens"];
        put?: never;
        /** Make a personal access token for scripts, CI or agents; at most 20 each */
        post: operations["create_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/tokens/{token_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revoke a personal access token, at once */
        delete: operations["revoke_token"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What arrived by webhook, what became of it, and how to mend what is wrong */
        get: operations["get_doctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/doctor/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a signed test delivery to this deployment’s own webhook; needs push permission, or to have indexed it */
        post: operations["test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ingest/{owner}/{repo_name}/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Embed the nodes that have no embedding yet; repeat it until none remain */
        post: operations["embed_repository"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ingest/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Jobs of the repositories that the caller may read, newest first */
        get: operations["list_jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ingest/jobs/{job_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One job */
        get: operations["get_job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ingest/scm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Index a repository, or find the ingestion that is under way */
        post: operations["start_ingestion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/callers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Direct and indirect callers of a symbol up to a depth, the nearest first, each with the chain of calls */
        get: operations["callers_to_depth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/change_impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Usages, callers and definitions of a symbol, and how far a change of it reaches */
        get: operations["change_impact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols added, removed, moved, or changed in signature or body between two indexed commits, with their callers */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/class_hierarchy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Ancestors and descendants of a class, interface, trait or struct, nearest first */
        get: operations["class_hierarchy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/clones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Functions that are copies of each other, within and across files: exact, renamed, or similar */
        get: operations["clones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/class": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Classes, interfaces, traits, structs and enums by name; fuzzy finds typos, other case and parts of the name */
        get: operations["find_classes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/complexity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Cyclomatic complexity of a function by name; the highest of its namesakes, and all of them as matches */
        get: operations["function_complexity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/complexity/top": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The functions with the highest cyclomatic complexity, highest first */
        get: operations["most_complex_functions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Functions, classes and variables whose source code holds a text, taken literally */
        get: operations["find_content"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/function": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Functions and methods by name; fuzzy finds typos, other case and parts of the name, best first */
        get: operations["find_functions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Imports of a name, an alias or a module, and the file each resolves to */
        get: operations["find_imports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/module": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Modules and packages by name, with how many files import them */
        get: operations["find_modules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/peek": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A window of lines of a file, around a line */
        get: operations["peek"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/code-finder/variable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Variables, constants and fields whose name contains a text, in any case; the name itself first */
        get: operations["find_variables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/dead-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Functions that nothing outside of tests calls, in tiers (never_called, tests_only, exported) with doubts */
        get: operations["dead_code"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A page of lines of a file with its outline (complexity, number of callers) and the targets of its calls */
        get: operations["view_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/find_callers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Callers of a function, method or class by name, per definition; lines that mention it when there are none */
        get: operations["find_callers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/locate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Files and lines that a text speaks of (an issue, an error with its stack, a question), ranked with reasons */
        post: operations["locate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Folders and files of a folder with lines, functions and complexity, how they use each other, and hotspots */
        get: operations["code_map"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/method-usages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Functions and methods by name, each with the places that call it */
        get: operations["method_usages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/neighbours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols around one: callers and subclasses (in), callees and base classes (out), level by level, with edges */
        get: operations["neighbours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/outline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Languages, folders, entry points, most called functions, and which folder depends on which */
        get: operations["outline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/path": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The shortest chain of calls from one symbol to another, with evidence, confidence and lines of each call */
        get: operations["path_between"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Symbols by name, parts of the name, docstring and text, then lines of files that hold the text literally */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/semantic": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Code whose meaning is nearest to a question in plain words; finds only what has been embedded */
        post: operations["semantic_search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Number of repositories, of nodes by label and of relationships by type, over all that the caller may read */
        get: operations["graph_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tests that reach a symbol, given by name or by symbol_id, through calls; the nearest first */
        get: operations["tests_reaching"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/query/unresolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls in a symbol of which it is not known what they run, and calls elsewhere that may run it, with the reason */
        get: operations["unresolved_calls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Repositories that the caller may read, newest first */
        get: operations["list_repositories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a repository, its graph and all that was stored about it; for good */
        delete: operations["delete_repository"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One repository’s figures of all time, and every day of the range */
        get: operations["get_repository_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who removed, dismissed, started and granted, newest first; needs push permission, or to have indexed it */
        get: operations["list_audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/dismissals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Findings and rules that somebody dismissed, newest first */
        get: operations["list_dismissals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/dismissals/{fingerprint}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a dismissal back, wherever it holds; needs push permission, or to have indexed the repository */
        delete: operations["take_back_dismissal"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pull requests, most recently reviewed first */
        get: operations["list_pull_requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs/{pr_number}/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What was said below the findings, as the platform shows it to the caller */
        get: operations["get_pull_request_conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs/{pr_number}/facts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a pull request does, without a model: callers, calls that no longer fit, tests to run, public API */
        get: operations["get_pull_request_facts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Review runs of a pull request, newest first */
        get: operations["list_reviews"];
        put?: never;
        /** Start a review run; needs push permission, or to have indexed the repository */
        post: operations["start_review"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One review run with its issues, the worst first */
        get: operations["get_review"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a review run compared, by pages of lines */
        get: operations["get_review_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/{owner}/{repo}/prs/{pr_number}/reviews/{run_number}/sarif": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A review run as SARIF 2.1.0; 409 while it has not ended */
        get: operations["get_review_sarif"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/dashboard/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same with each repository’s active days; the figures are of all time, the days of the range */
        get: operations["get_dashboard_analytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/dashboard/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures over all repositories that the caller may read */
        get: operations["get_dashboard_stats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/repos/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What reviews found in each repository that the caller may read */
        get: operations["list_overviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/support/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave a question for the operator of this server */
        post: operations["ask_support"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The linter settings of the caller; all enabled with their defaults until changed */
        get: operations["get_tools_config"];
        /** Replace the linter settings; all six fields are required */
        put: operations["set_tools_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tools/config/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Check a .reviewgraph.yml: what is wrong in which line, and what this deployment does not allow */
        post: operations["check_repository_config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook/onComment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Events of the source-code platform: push, pull_request, issue_comment
         * @description Called by the platform. Every other event is answered `{"status": "ignored"}`.
         */
        post: operations["receive_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service answers */
        get: operations["get_health"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the databases behind the service answer too */
        get: operations["get_readiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AgentAnswer: {
            redirect_to: string;
        };
        AgentRequest: {
            client_host: string | null;
            client_id: string;
            name: string;
            problem: string | null;
            redirect_host: string;
            /** @enum {string} */
            redirect_kind: "web" | "computer" | "app";
            resource: string;
            scopes: "read"[];
        };
        /**
         * @example {
         *       "status": "ok"
         *     }
         */
        Alive: {
            /** @enum {string} */
            status: "ok";
        };
        Audit: {
            entries: {
                /** @enum {string} */
                action: "repository_removed" | "ingestion_started" | "review_started" | "finding_dismissed" | "dismissal_taken_back" | "thread_resolved" | "access_granted" | "access_withdrawn";
                actor: string;
                at: string;
                pr_number: number | null;
                subject: string | null;
            }[];
            /** @enum {boolean} */
            truncated?: true;
        };
        CheckedConfig: {
            /** @description Problems beyond those listed */
            more: number;
            /** @description In the order of their lines, at most 20, and behind them what this deployment does not allow */
            problems: {
                /** @description null: the file as a whole */
                line: number | null;
                message: string;
            }[];
            /** @description The keys that hold */
            set: string[];
        };
        ConnectedAgent: {
            agent_id: string;
            client_id: string;
            created_at: string;
            expires_at: string;
            last_used_at: string | null;
            name: string;
            redirect_host: string;
            scopes: "read"[];
        };
        DashboardStats: {
            addressed_rate: number;
            avg_merge_hours: number | null;
            connected_repositories: number;
            issues_raised: number;
            prs_per_week: number;
            review_runs: number;
            reviewed_prs: number;
        };
        Dismissals: {
            dismissals: {
                /** @enum {string} */
                category: "bug" | "security" | "performance" | "maintainability" | "style";
                comment_id: number;
                dismissed_at: string;
                dismissed_by: string;
                fingerprint: string;
                /** @enum {string} */
                kind: "finding" | "rule";
                line_start: number;
                path: string;
                pr_number: number;
                pull_request: number | null;
                reason: string | null;
                rule: string | null;
                /** @enum {string} */
                severity: "critical" | "high" | "medium" | "low";
                /** @enum {string} */
                source: "agent" | "python_linter" | "javascript_linter" | "go_linter" | "secrets";
                title: string;
            }[];
            /** @enum {boolean} */
            truncated?: true;
        };
        DismissalTakenBack: {
            message: string;
            taken_back: number;
        };
        Doctor: {
            events: string[];
            refused: {
                at: string;
                delivery: string | null;
                event: string | null;
                reason: string;
            }[] | null;
            repositories: {
                branch: string | null;
                deliveries: {
                    action: string | null;
                    at: string;
                    delivery: string | null;
                    event: string;
                    job_id: string | null;
                    pr: string | null;
                    reason: string | null;
                    /** @enum {string} */
                    status: "processing" | "ignored" | "failed";
                }[];
                owner: string;
                problems: {
                    fix: string;
                    problem: string;
                }[];
                repo_name: string;
            }[];
            webhook_path: string;
        };
        DoctorTest: {
            delivery: string;
            detail: string;
            fix: string | null;
            http_status: number | null;
            /** @enum {string} */
            outcome: "arrived" | "refused" | "elsewhere" | "unreachable" | "not_sent";
            url: string;
        };
        Done: {
            message: string;
        };
        /**
         * @example {
         *       "repo_id": "octocat/hello-world",
         *       "nodes_embedded": 812,
         *       "breakdown": {
         *         "Function": 700,
         *         "Class": 112
         *       },
         *       "message": "Embedded 812 nodes"
         *     }
         */
        Embedded: {
            breakdown: {
                Class?: number;
                File?: number;
                Function?: number;
                Module?: number;
                Repository?: number;
                Variable?: number;
            };
            message: string;
            nodes_embedded: number;
            repo_id: string;
        };
        Error: {
            detail: string;
        };
        GlobalAnalytics: {
            addressed_rate: number;
            avg_merge_hours: number | null;
            daily: {
                bugs_caught: number;
                date: string;
                issues_resolved: number;
                repo_id: string;
            }[];
            issues_raised: number;
            issues_resolved: number;
            prs_per_week: number;
        };
        IndexedRepositories: {
            repositories: components["schemas"]["IndexedRepository"][];
            total: number;
            /** @enum {boolean} */
            truncated?: true;
        };
        IndexedRepository: {
            branch: string | null;
            classes: number;
            commit_sha: string | null;
            default_branch: string;
            description: string | null;
            files: number;
            forks: number;
            full_name: string;
            functions: number;
            ingested_at: string | null;
            /** @enum {string} */
            ingestion_status: "pending" | "ingesting" | "ingested" | "failed";
            language: string | null;
            languages: string[];
            owner: string;
            private: boolean;
            repo_name: string;
            stars: number;
            total_lines: number;
        };
        IngestionJob: {
            branch: string | null;
            commit_sha: string | null;
            completed_at: string | null;
            created_at: string;
            error_message: string | null;
            job_id: string;
            /** @enum {string} */
            kind: "ingest" | "push" | "pull_request" | "embed";
            owner: string;
            progress: {
                done: number;
                phase: string;
                total: number;
            } | null;
            repo_name: string;
            started_at: string | null;
            stats: ({
                classes_found: number;
                embedding_error: string | null;
                /** @enum {string} */
                embedding_status: "completed" | "skipped" | "failed";
                errors: unknown[];
                files_processed: number;
                files_skipped: number;
                functions_found: number;
                imports_found: number;
                nodes_embedded: number;
                total_lines: number;
            } & {
                [key: string]: unknown;
            }) | null;
            /** @enum {string} */
            status: "pending" | "dispatched" | "running" | "completed" | "failed";
            updated_at: string;
        };
        IngestionStarted: {
            job_id: string;
            message: string;
            poll_url: string;
            /** @enum {string} */
            status: "pending" | "dispatched" | "running" | "completed" | "failed";
        };
        InstallationStatus: {
            installationId: number | null;
            linked: boolean;
            scmUsername: string | null;
            settingsUrl: string | null;
        };
        MintedToken: components["schemas"]["PersonalToken"] & {
            /** @description Shown this once: keep it where secrets are kept */
            token: string;
        };
        /**
         * @example {
         *       "detail": "Graph database unavailable",
         *       "checks": {
         *         "graph": "unavailable",
         *         "store": "ok"
         *       }
         *     }
         */
        NotReady: {
            checks: {
                /** @enum {string} */
                graph: "ok" | "unavailable";
                /** @enum {string} */
                store: "ok" | "unavailable";
            };
            detail: string;
        };
        PersonalToken: {
            created_at: string;
            expires_at: string;
            last_used_at: string | null;
            name: string;
            scopes: ("read" | "review")[];
            token_id: string;
        };
        PlatformRepository: {
            default_branch: string;
            description: string | null;
            full_name: string;
            html_url: string;
            language: string | null;
            name: string;
            private: boolean;
            stargazers_count: number;
        };
        PlatformSession: {
            custom_token: string;
        };
        PlatformSignIn: {
            auth_emulator_url: string | null;
            authorize_url: string | null;
            client_id: string | null;
            /** @enum {string} */
            kind: "github" | "gitea" | "gitlab";
            name: string;
            project_id: string;
            scope: string;
            sign_in_hints: string[];
        };
        PullRequestConversation: {
            threads: {
                /** @description Answers, oldest first: at most the newest 30, each cut to 2,000 characters */
                comments: {
                    at: string;
                    author: string;
                    body: string;
                    by_service: boolean;
                }[];
                fingerprint: string;
                total: number;
                url: string;
            }[];
            /** @description Findings that somebody has answered; 100 of them are listed */
            total: number;
        };
        PullRequestFacts: {
            base: string;
            broken: {
                line: number;
                of: string;
                path: string;
                qualified_name: string;
                reason: string;
            }[];
            callers: {
                confidence: number;
                distance: number;
                line: number;
                lines: number[];
                of: string;
                path: string;
                qualified_name: string;
            }[];
            changed: {
                complexity: {
                    after: number | null;
                    before: number | null;
                };
                /** @enum {string} */
                how: "added" | "modified" | "removed" | "renamed";
                label: string;
                path: string;
                qualified_name: string;
                signature_changed: boolean;
            }[];
            dead: {
                path: string;
                qualified_name: string;
                /** @enum {string} */
                tier: "never_called" | "tests_only" | "exported";
            }[];
            head: string;
            public_api: {
                added: {
                    path: string;
                    qualified_name: string;
                }[];
                changed: {
                    path: string;
                    qualified_name: string;
                }[];
                removed: {
                    path: string;
                    qualified_name: string;
                }[];
            };
            siblings: {
                line_end: number;
                line_start: number;
                of: string;
                path: string;
                similarity: number;
            }[];
            suppressions: {
                line: number;
                path: string;
                text: string;
            }[];
            tests: {
                distance: number | null;
                path: string;
                qualified_name: string;
                reaches: string[];
            }[];
            truncated: string[];
        };
        PullRequestSummary: {
            author: string;
            last_reviewed_at: string | null;
            merged_at: string | null;
            number: number;
            open_issue_count: number;
            review_run_count: number;
            /** @enum {string} */
            state: "open" | "closed" | "merged";
            title: string;
            url: string;
        };
        /**
         * @example {
         *       "status": "ready",
         *       "checks": {
         *         "graph": "ok",
         *         "store": "ok"
         *       }
         *     }
         */
        Ready: {
            checks: {
                /** @enum {string} */
                graph: "ok" | "unavailable";
                /** @enum {string} */
                store: "ok" | "unavailable";
            };
            /** @enum {string} */
            status: "ready";
        };
        RepositoryAnalytics: {
            addressed_rate: number;
            avg_merge_hours: number | null;
            daily_activity: {
                bugs_caught: number;
                date: string;
                issues_resolved: number;
                review_runs: number;
            }[];
            issues_raised: number;
            issues_resolved: number;
            prs_per_week: number;
        };
        RepositoryDeleted: {
            deleted_repository_id: string;
            message: string;
        };
        RepositoryOverview: {
            issues_raised: number;
            issues_resolved: number;
            owner: string;
            repo_name: string;
            review_run_count: number;
            reviewed_pr_count: number;
        };
        ReviewDiff: {
            files: {
                additions: number;
                deletions: number;
                lines: {
                    /** @enum {string} */
                    kind: "hunk" | "context" | "added" | "removed";
                    new: number | null;
                    old: number | null;
                    text: string;
                }[];
                old_path: string | null;
                path: string;
                reason: string | null;
                rows_before: number;
                /** @enum {string} */
                status: "added" | "deleted" | "modified" | "renamed";
                total_rows: number;
            }[];
            next_cursor: string | null;
            omitted_files: number;
            total_files: number;
        };
        ReviewedFiles: {
            counts: {
                not_reviewed: number;
                partly_reviewed: number;
                reviewed: number;
                skipped: number;
                unchanged: number;
            };
            files: {
                lines: number | null;
                path: string;
                reason: string | null;
                seen_lines: number | null;
                /** @enum {string} */
                state: "not_reviewed" | "partly_reviewed" | "skipped" | "reviewed";
            }[];
            files_changed: number;
            /** @enum {boolean} */
            truncated?: true;
        } | null;
        ReviewIssue: {
            /** @enum {string} */
            category: "bug" | "security" | "performance" | "maintainability" | "style";
            /** @default null */
            closed: {
                at: string;
                by: string | null;
                /** @enum {string} */
                how: "fixed" | "thread" | "merged" | "dismissed";
            } | null;
            code_snippet: string;
            comment_id: number | null;
            confidence: number;
            description: string;
            /** @default [] */
            evidence: {
                commit: string;
                line: number;
                path: string;
                /** @enum {string} */
                relation: "calls" | "reaches" | "inherits" | "imports" | "not_called" | "declares";
                symbol_id: string;
            }[];
            fingerprint: string;
            first_seen_run: number;
            line_end: number;
            line_start: number;
            path: string;
            resolved_in_run: number | null;
            rule: string | null;
            /** @enum {string} */
            severity: "critical" | "high" | "medium" | "low";
            /** @enum {string} */
            side: "LEFT" | "RIGHT";
            /** @enum {string} */
            source: "agent" | "python_linter" | "javascript_linter" | "go_linter" | "secrets";
            /** @enum {string} */
            status: "open" | "resolved" | "dismissed";
            suggestion: string | null;
            /** @default null */
            symbol_id: string | null;
            title: string;
        };
        ReviewRunDetail: {
            /**
             * @description started by an event of the platform, not by a command
             * @default false
             */
            automatic: boolean;
            /** @enum {string} */
            command: "review" | "full_review" | "lint";
            completed_at: string | null;
            coverage: components["schemas"]["ReviewedFiles"];
            error_message: string | null;
            files_changed: number;
            /** @description Whether `facts?run_number=` of the pull request answers for it */
            has_facts: boolean;
            head_sha: string;
            /**
             * @description why it is no whole review; empty for one that is
             * @default []
             */
            incomplete: string[];
            issue_count: number;
            issues: components["schemas"]["ReviewIssue"][];
            /** @enum {string} */
            mode: "normal" | "deep";
            positive_finding_count: number;
            positive_findings: string[];
            run_number: number;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * @description ended, as failed, since another head or run took its place: nothing went wrong, and nothing was posted
             * @default false
             */
            superseded: boolean;
            triggered_at: string;
            triggered_by: string;
            /** @enum {boolean} */
            truncated?: true;
            usage: {
                completion_tokens: number;
                model: string | null;
                prompt_tokens: number;
                tool_rounds: number;
            };
            walkthrough_summary: string | null;
        };
        ReviewRunSummary: {
            /**
             * @description started by an event of the platform, not by a command
             * @default false
             */
            automatic: boolean;
            /** @enum {string} */
            command: "review" | "full_review" | "lint";
            completed_at: string | null;
            head_sha: string;
            issue_count: number;
            /** @enum {string} */
            mode: "normal" | "deep";
            positive_finding_count: number;
            run_number: number;
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed";
            /**
             * @description ended, as failed, since another head or run took its place: nothing went wrong, and nothing was posted
             * @default false
             */
            superseded: boolean;
            triggered_at: string;
        };
        ReviewStarted: {
            run_number: number;
            /** @enum {string} */
            status: "queued";
        };
        SarifLog: {
            $schema: string;
            runs: {
                [key: string]: unknown;
            }[];
            /** @enum {string} */
            version: "2.1.0";
        };
        SupportQueryReceived: {
            message: string;
            query_id: string;
        };
        UserProfile: {
            /** @enum {string} */
            accountType: "User" | "Organization";
            createdAt: string;
            displayName: string;
            email: string;
            photoURL: string;
            /** @enum {string} */
            repositorySelection: "all" | "selected";
            scmInstallationId: number | null;
            scmUsername: string;
            uid: string;
        };
        ValidationError: {
            detail: {
                loc: (string | number)[];
                msg: string;
                type: string;
            }[];
        };
        WebhookAnswer: {
            /** @enum {string} */
            action?: "graph_update" | "review" | "lint" | "help" | "answer" | "pause" | "resume" | "ignore";
            commits?: string;
            job_id?: string;
            pr?: string;
            reason?: string;
            ref?: string;
            repo?: string;
            /** @enum {string} */
            status: "processing" | "ignored";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type SchemaAgentAnswer = components['schemas']['AgentAnswer'];
export type SchemaAgentRequest = components['schemas']['AgentRequest'];
export type SchemaAlive = components['schemas']['Alive'];
export type SchemaAudit = components['schemas']['Audit'];
export type SchemaCheckedConfig = components['schemas']['CheckedConfig'];
export type SchemaConnectedAgent = components['schemas']['ConnectedAgent'];
export type SchemaDashboardStats = components['schemas']['DashboardStats'];
export type SchemaDismissals = components['schemas']['Dismissals'];
export type SchemaDismissalTakenBack = components['schemas']['DismissalTakenBack'];
export type SchemaDoctor = components['schemas']['Doctor'];
export type SchemaDoctorTest = components['schemas']['DoctorTest'];
export type SchemaDone = components['schemas']['Done'];
export type SchemaEmbedded = components['schemas']['Embedded'];
export type SchemaError = components['schemas']['Error'];
export type SchemaGlobalAnalytics = components['schemas']['GlobalAnalytics'];
export type SchemaIndexedRepositories = components['schemas']['IndexedRepositories'];
export type SchemaIndexedRepository = components['schemas']['IndexedRepository'];
export type SchemaIngestionJob = components['schemas']['IngestionJob'];
export type SchemaIngestionStarted = components['schemas']['IngestionStarted'];
export type SchemaInstallationStatus = components['schemas']['InstallationStatus'];
export type SchemaMintedToken = components['schemas']['MintedToken'];
export type SchemaNotReady = components['schemas']['NotReady'];
export type SchemaPersonalToken = components['schemas']['PersonalToken'];
export type SchemaPlatformRepository = components['schemas']['PlatformRepository'];
export type SchemaPlatformSession = components['schemas']['PlatformSession'];
export type SchemaPlatformSignIn = components['schemas']['PlatformSignIn'];
export type SchemaPullRequestConversation = components['schemas']['PullRequestConversation'];
export type SchemaPullRequestFacts = components['schemas']['PullRequestFacts'];
export type SchemaPullRequestSummary = components['schemas']['PullRequestSummary'];
export type SchemaReady = components['schemas']['Ready'];
export type SchemaRepositoryAnalytics = components['schemas']['RepositoryAnalytics'];
export type SchemaRepositoryDeleted = components['schemas']['RepositoryDeleted'];
export type SchemaRepositoryOverview = components['schemas']['RepositoryOverview'];
export type SchemaReviewDiff = components['schemas']['ReviewDiff'];
export type SchemaReviewedFiles = components['schemas']['ReviewedFiles'];
export type SchemaReviewIssue = components['schemas']['ReviewIssue'];
export type SchemaReviewRunDetail = components['schemas']['ReviewRunDetail'];
export type SchemaReviewRunSummary = components['schemas']['ReviewRunSummary'];
export type SchemaReviewStarted = components['schemas']['ReviewStarted'];
export type SchemaSarifLog = components['schemas']['SarifLog'];
export type SchemaSupportQueryReceived = components['schemas']['SupportQueryReceived'];
export type SchemaUserProfile = components['schemas']['UserProfile'];
export type SchemaValidationError = components['schemas']['ValidationError'];
export type SchemaWebhookAnswer = components['schemas']['WebhookAnswer'];
export type $defs = Record<string, never>;
export interface operations {
    list_agents: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agents: components["schemas"]["ConnectedAgent"][];
                        total: number;
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revoke_agent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                agent_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is disconnected */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        agent_id: string;
                        message: string;
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    answer_agent_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    allow: boolean;
                    /** @example https://agent.example.com/client.json */
                    client_id: string;
                    /** @default  */
                    code_challenge?: string;
                    /** @default  */
                    code_challenge_method?: string;
                    redirect_uri: string;
                    resource?: string;
                    /** @default code */
                    response_type?: string;
                    scope?: string;
                    state?: string;
                };
            };
        };
        responses: {
            /** @description The client’s own address, with a code or a refusal */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentAnswer"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    describe_agent_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example https://agent.example.com/client.json */
                    client_id: string;
                    /** @default  */
                    code_challenge?: string;
                    /** @default  */
                    code_challenge_method?: string;
                    redirect_uri: string;
                    resource?: string;
                    /** @default code */
                    response_type?: string;
                    scope?: string;
                    state?: string;
                };
            };
        };
        responses: {
            /** @description For the page that asks for consent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AgentRequest"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ensure_session: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_installation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status after linking */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallationStatus"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    log_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example gho_… */
                    scm_access_token: string;
                };
            };
        };
        responses: {
            /** @description The profile, created or updated */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_profile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stored profile */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserProfile"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_account: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_platform_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the platform’s page is asked with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSignIn"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exchange_platform_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                    code_verifier: string;
                    /** Format: uri */
                    redirect_uri: string;
                };
            };
        };
        responses: {
            /** @description A custom token of the identity provider, good for one hour */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformSession"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_platform_repositories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All of them, whatever pages the platform makes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformRepository"][];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sign_out_everywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description ID tokens from before are refused */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_tokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["PersonalToken"][];
                        total: number;
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    create_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default 90 */
                    expires_in_days?: number;
                    /** @example parse_config */
                    name: string;
                    /**
                     * @default [
                     *       "read"
                     *     ]
                     * @example [
                     *       "read"
                     *     ]
                     */
                    scopes?: ("read" | "review")[];
                };
            };
        };
        responses: {
            /** @description The token */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MintedToken"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource changed meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The resource changed meanwhile"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revoke_token: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is revoked */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        token_id: string;
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_doctor: {
        parameters: {
            query?: {
                repo_name?: string;
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of one repository, or of those that the caller indexed; `refused` for operators */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Doctor"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    test_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example octocat */
                    owner: string;
                    /** @example hello-world */
                    repo_name: string;
                };
            };
        };
        responses: {
            /** @description What became of it; at most 5 an hour for each person */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DoctorTest"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    embed_repository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                repo_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was embedded by this call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Embedded"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_jobs: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The newest jobs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionJob"][];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_job: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                job_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionJob"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    start_ingestion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example main */
                    branch?: string | null;
                    /** @default false */
                    clear_existing?: boolean;
                    /** @example octocat */
                    owner: string;
                    /** @example hello-world */
                    repo_name: string;
                };
            };
        };
        responses: {
            /** @description The job */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IngestionStarted"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    callers_to_depth: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                depth?: number;
                limit?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
                /** @description symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file */
                symbol_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        results: {
                            callees: number;
                            callers: number;
                            chain: string[];
                            class_name: string | null;
                            complexity: number | null;
                            confidence: number;
                            distance: number;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        symbol: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        };
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    change_impact: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                include_source?: boolean;
                limit?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
                symbol_name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callers: {
                            caller: string;
                            confidence: number;
                            definition: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            } | null;
                            evidence: string | null;
                            line: number;
                            lines: number[];
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            /** @enum {string} */
                            source: "call_graph" | "text_reference";
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "file";
                        }[];
                        definitions: {
                            class_name: string | null;
                            complexity: number | null;
                            docstring: string | null;
                            end_line: number;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            symbol_type: "function" | "class" | "variable";
                        }[];
                        fallback_used: boolean;
                        /** @enum {string} */
                        impact_level: "low" | "medium" | "high";
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        symbol: string;
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                        usages: {
                            method_name: string;
                            /** @description The cursor of the next page; null on the last one */
                            next_cursor: string | null;
                            total: number;
                            /** @enum {boolean} */
                            truncated?: true;
                            usages: {
                                callers: {
                                    caller: string;
                                    confidence: number;
                                    line: number;
                                    lines: number[];
                                    path: string;
                                    qualified_name: string;
                                    repo_id: string;
                                    symbol_id: string;
                                    /** @enum {string} */
                                    type: "function" | "class" | "file";
                                }[];
                                callers_total: number;
                                method: {
                                    class_name: string | null;
                                    complexity: number;
                                    docstring: string | null;
                                    end_line: number;
                                    language: string;
                                    line_number: number;
                                    name: string;
                                    path: string;
                                    qualified_name: string;
                                    repo_id: string;
                                    source_code: string;
                                    symbol_id: string;
                                };
                                /** @enum {boolean} */
                                truncated?: true;
                            }[];
                        };
                        via_interface: {
                            caller: string;
                            confidence: number;
                            definition: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            } | null;
                            evidence: string | null;
                            line: number;
                            lines: number[];
                            path: string;
                            qualified_name: string;
                            reaches: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            };
                            repo_id: string;
                            /** @enum {string} */
                            source: "call_graph" | "text_reference";
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "file";
                        }[];
                        via_interface_total: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changes: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                /** @description One of the commits that are answered as `commits`, or its first digits */
                from?: string;
                limit?: number;
                /** @description The repository that is asked about */
                repo_name: string;
                /** @description The repository that is asked about */
                repo_owner: string;
                /** @description One of the commits that are answered as `commits`, or its first digits */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        commits: {
                            commit: string;
                            indexed_at: string | null;
                        }[];
                        counts: {
                            added: number;
                            changed: number;
                            moved: number;
                            removed: number;
                        };
                        from: {
                            commit: string;
                            indexed_at: string | null;
                        };
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        results: {
                            body_changed: boolean;
                            callers: number | null;
                            /** @enum {string} */
                            how: "added" | "removed" | "moved" | "changed";
                            line_number: number;
                            path: string;
                            qualified_name: string;
                            signature_changed: boolean;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable";
                            was: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            } | null;
                        }[];
                        to: {
                            commit: string;
                            indexed_at: string | null;
                        };
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                        unknown_files: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    class_hierarchy: {
        parameters: {
            query: {
                class_name: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        ancestors: {
                            depth: number;
                            docstring: string | null;
                            end_line: number;
                            how: string | null;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                        }[];
                        class_name: string;
                        definitions: {
                            docstring: string | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                        }[];
                        descendants: {
                            depth: number;
                            docstring: string | null;
                            end_line: number;
                            how: string | null;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                        }[];
                        docstring: string | null;
                        found: boolean;
                        line_number: number | null;
                        path: string | null;
                        repo_id: string | null;
                        source_code: string | null;
                        symbol_id: string | null;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    clones: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                limit?: number;
                min_similarity?: number;
                min_tokens?: number;
                path?: string;
                /** @description The repository that is asked about */
                repo_name: string;
                /** @description The repository that is asked about */
                repo_owner: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        compared: number;
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        results: {
                            across_files: boolean;
                            /** @enum {string} */
                            kind: "exact" | "renamed" | "similar";
                            members: {
                                callees: number;
                                callers: number;
                                class_name: string | null;
                                complexity: number | null;
                                end_line: number;
                                kind: string;
                                language: string;
                                line_number: number;
                                name: string;
                                path: string;
                                qualified_name: string;
                                repo_id: string;
                                signature: string | null;
                                symbol_id: string;
                                /** @enum {string} */
                                type: "function" | "class" | "variable" | "file" | "module";
                            }[];
                            members_total: number;
                            similarity: number;
                            tokens: number;
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_classes: {
        parameters: {
            query: {
                fuzzy?: boolean;
                name: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        class_name: string;
                        fuzzy_search: boolean;
                        results: {
                            docstring: string | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    function_complexity: {
        parameters: {
            query: {
                function_name: string;
                path?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        complexity: {
                            line_number: number;
                            name: string;
                            path: string;
                            repo_id: string;
                            /** @enum {string} */
                            risk_level: "low" | "medium" | "high" | "critical";
                            score: number;
                            symbol_id: string;
                        };
                        function_name: string;
                        matches: {
                            line_number: number;
                            name: string;
                            path: string;
                            repo_id: string;
                            /** @enum {string} */
                            risk_level: "low" | "medium" | "high" | "critical";
                            score: number;
                            symbol_id: string;
                        }[];
                        path_filter: string | null;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    most_complex_functions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        limit: number;
                        results: {
                            complexity: number;
                            line_number: number;
                            name: string;
                            path: string;
                            repo_id: string;
                            /** @enum {string} */
                            risk_level: "low" | "medium" | "high" | "critical";
                            symbol_id: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_content: {
        parameters: {
            query: {
                /** @description At most 500 characters; another case is tried when there is no hit */
                query: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            docstring: string | null;
                            end_line: number;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable";
                        }[];
                        search_query: string;
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_functions: {
        parameters: {
            query: {
                fuzzy?: boolean;
                name: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        function_name: string;
                        fuzzy_search: boolean;
                        results: {
                            complexity: number;
                            docstring: string | null;
                            end_line: number;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_imports: {
        parameters: {
            query: {
                name: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        import_name: string;
                        results: {
                            alias: string | null;
                            imported_name: string;
                            line_number: number;
                            module_name: string;
                            path: string;
                            repo_id: string;
                            resolved_path: string | null;
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_modules: {
        parameters: {
            query: {
                name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        module_name: string;
                        results: {
                            imported_by: number;
                            is_external: boolean;
                            language: string;
                            name: string;
                            repo_id: string;
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    peek: {
        parameters: {
            query: {
                above?: number;
                below?: number;
                line?: number;
                /** @description As stored in the graph: relative to the root of the repository */
                path: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        anchor_line: number;
                        lines: {
                            content: string;
                            is_anchor: boolean;
                            line_number: number;
                        }[];
                        path: string;
                        repo_id: string;
                        total_lines: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_variables: {
        parameters: {
            query: {
                name: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            context: string | null;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            repo_id: string;
                            symbol_id: string;
                            value: string | null;
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                        variable_name: string;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    dead_code: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                limit?: number;
                path?: string;
                /** @description The repository that is asked about */
                repo_name: string;
                /** @description The repository that is asked about */
                repo_owner: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        results: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            mentioned_at: {
                                line: number | null;
                                path: string;
                            } | null;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            tier: "never_called" | "tests_only" | "exported";
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                            uncertain: ("may_be_public" | "decorated" | "overrides" | "runtime_calls_it" | "name_is_mentioned" | "name_may_be_built" | "handed_on" | "packed_text" | "files_left_out" | "text_names_it" | "text_not_read" | "is_a_test")[];
                        }[];
                        texts_not_read: number | null;
                        total: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    view_file: {
        parameters: {
            query: {
                limit?: number;
                line?: number;
                /** @description Relative to the root of the repository */
                path: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        call_counts: {
                            ambiguous: number;
                            external: number;
                            resolved: number;
                            sites: number;
                            unresolved: number;
                        } | null;
                        calls: {
                            confidence: number;
                            evidence: string;
                            from: string;
                            line: number;
                            target: {
                                line_number: number;
                                name: string;
                                path: string;
                                qualified_name: string;
                                symbol_id: string;
                                /** @enum {string} */
                                type: "function" | "class" | "variable" | "file" | "module";
                            };
                        }[];
                        cut_lines: number[];
                        language: string;
                        lines: {
                            content: string;
                            line_number: number;
                        }[];
                        next_line: number | null;
                        outline: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        outline_total: number;
                        path: string;
                        repo_id: string;
                        symbol_id: string;
                        total_lines: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    find_callers: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                include_source?: boolean;
                limit?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
                symbol_name: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        callers: {
                            caller: string;
                            confidence: number;
                            definition: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            } | null;
                            evidence: string | null;
                            line: number;
                            lines: number[];
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            /** @enum {string} */
                            source: "call_graph" | "text_reference";
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "file";
                        }[];
                        definitions: {
                            class_name: string | null;
                            complexity: number | null;
                            docstring: string | null;
                            end_line: number;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            symbol_type: "function" | "class" | "variable";
                        }[];
                        fallback_used: boolean;
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        symbol: string;
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                        via_interface: {
                            caller: string;
                            confidence: number;
                            definition: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            } | null;
                            evidence: string | null;
                            line: number;
                            lines: number[];
                            path: string;
                            qualified_name: string;
                            reaches: {
                                line_number: number;
                                path: string;
                                qualified_name: string;
                            };
                            repo_id: string;
                            /** @enum {string} */
                            source: "call_graph" | "text_reference";
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "file";
                        }[];
                        via_interface_total: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    locate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the lines that are pointed to
                     * @default 4000
                     */
                    budget_tokens?: number;
                    /**
                     * @description Files that a program wrote; those that the text names are there
                     * @default false
                     */
                    include_generated?: boolean;
                    /** @default false */
                    include_tests?: boolean;
                    /**
                     * @description Files
                     * @default 10
                     */
                    limit?: number;
                    /**
                     * @description Narrows to one repository; owner and name are given together or not at all
                     * @example hello-world
                     */
                    repoName?: string;
                    /**
                     * @description Narrows to one repository; owner and name are given together or not at all
                     * @example octocat
                     */
                    repoOwner?: string;
                    /**
                     * @description What is looked for, in any words
                     * @example Parsing a configuration without a default fails
                     */
                    text: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: {
                            path: string;
                            reasons: string[];
                            repo_id: string;
                            score: number;
                            spans: {
                                end: number;
                                reason: string;
                                start: number;
                                symbol: string | null;
                            }[];
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    code_map: {
        parameters: {
            query: {
                by?: "lines" | "complexity" | "functions";
                depth?: number;
                limit?: number;
                links?: "imports" | "calls" | "none";
                path?: string;
                /** @description The repository that is asked about */
                repo_name: string;
                /** @description The repository that is asked about */
                repo_owner: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        commit: string;
                        figures: {
                            classes: number;
                            complexity: number;
                            files: number;
                            functions: number;
                            lines: number;
                            max_complexity: number;
                        };
                        hotspots: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        links: {
                            edges: number;
                            file_pairs: number;
                            from: string;
                            to: string;
                        }[];
                        links_total: number;
                        most_called: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        nodes: {
                            classes: number;
                            complexity: number;
                            depth: number;
                            files: number;
                            functions: number;
                            lines: number;
                            max_complexity: number;
                            name: string;
                            path: string;
                            /** @enum {string} */
                            type: "folder" | "file";
                        }[];
                        path: string;
                        repo_id: string;
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    method_usages: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                include_source?: boolean;
                limit?: number;
                method_name: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        method_name: string;
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                        usages: {
                            callers: {
                                caller: string;
                                confidence: number;
                                line: number;
                                lines: number[];
                                path: string;
                                qualified_name: string;
                                repo_id: string;
                                symbol_id: string;
                                /** @enum {string} */
                                type: "function" | "class" | "file";
                            }[];
                            callers_total: number;
                            method: {
                                class_name: string | null;
                                complexity: number;
                                docstring: string | null;
                                end_line: number;
                                language: string;
                                line_number: number;
                                name: string;
                                path: string;
                                qualified_name: string;
                                repo_id: string;
                                source_code: string;
                                symbol_id: string;
                            };
                            /** @enum {boolean} */
                            truncated?: true;
                        }[];
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    neighbours: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                depth?: number;
                direction?: "in" | "out" | "both";
                limit?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
                /** @description symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file */
                symbol_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        edges: {
                            confidence: number | null;
                            /** @enum {string|null} */
                            evidence: "local" | "import" | "receiver" | "inherited" | "framework" | "unique_name" | null;
                            from: string;
                            how: string | null;
                            lines: number[];
                            places: number;
                            to: string;
                            /** @enum {string} */
                            type: "calls" | "inherits" | "imports";
                        }[];
                        edges_total: number;
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        nodes: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            depth: number;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            reached_from: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        symbol: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            docstring: string | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        };
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    outline: {
        parameters: {
            query: {
                depth?: number;
                limit?: number;
                path?: string;
                /** @description The repository that is asked about */
                repo_name: string;
                /** @description The repository that is asked about */
                repo_owner: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        branch: string | null;
                        commit: string;
                        dependencies: {
                            from: string;
                            imports: number;
                            to: string;
                        }[];
                        dependencies_total: number;
                        entry_points: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        figures: {
                            classes: number;
                            complexity: number;
                            files: number;
                            functions: number;
                            lines: number;
                            max_complexity: number;
                        };
                        folders: {
                            classes: number;
                            complexity: number;
                            depth: number;
                            files: number;
                            functions: number;
                            lines: number;
                            max_complexity: number;
                            name: string;
                            path: string;
                            /** @enum {string} */
                            type: "folder" | "file";
                        }[];
                        indexed_at: string | null;
                        languages: {
                            files: number;
                            language: string;
                            lines: number;
                        }[];
                        most_called: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        path: string;
                        repo_id: string;
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    path_between: {
        parameters: {
            query: {
                /** @description symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file */
                from: string;
                max_depth?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
                /** @description symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file */
                to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        confidence: number | null;
                        edges: {
                            confidence: number | null;
                            /** @enum {string|null} */
                            evidence: "local" | "import" | "receiver" | "inherited" | "framework" | "unique_name" | null;
                            from: string;
                            how: string | null;
                            lines: number[];
                            places: number;
                            to: string;
                            /** @enum {string} */
                            type: "calls" | "inherits" | "imports";
                        }[];
                        found: boolean;
                        length: number | null;
                        nodes: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        searched: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    search: {
        parameters: {
            query: {
                limit?: number;
                /** @description At most 500 characters */
                query: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        query: string;
                        results: {
                            docstring: string | null;
                            line_number: number;
                            name: string;
                            path: string;
                            repo_id: string;
                            score: number;
                            source_code: string;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "module" | "file" | "line";
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    semantic_search: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Where is the configuration read? */
                    question: string;
                    /**
                     * @description Narrows to one repository; owner and name are given together or not at all
                     * @example hello-world
                     */
                    repoName?: string;
                    /**
                     * @description Narrows to one repository; owner and name are given together or not at all
                     * @example octocat
                     */
                    repoOwner?: string;
                };
            };
        };
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            docstring: string | null;
                            end_line: number;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            score: number;
                            source_code: string;
                            symbol_id: string;
                            type: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    graph_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        nodes: {
                            Class: number;
                            File: number;
                            Function: number;
                            Module: number;
                            Repository: number;
                            Variable: number;
                        };
                        relationships: {
                            CALLS: number;
                            CONTAINS: number;
                            DEFINES: number;
                            IMPORTS: number;
                            INHERITS: number;
                        };
                        repositories: number;
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    tests_reaching: {
        parameters: {
            query?: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                depth?: number;
                limit?: number;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_name?: string;
                /** @description Narrows to one repository; owner and name are given together or not at all */
                repo_owner?: string;
                /** @description symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file */
                symbol_id?: string;
                symbol_name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        definitions: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        files_total: number;
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        results: {
                            callees: number;
                            callers: number;
                            chain: string[];
                            class_name: string | null;
                            complexity: number | null;
                            confidence: number;
                            distance: number;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        }[];
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    unresolved_calls: {
        parameters: {
            query: {
                /** @description Goes on where an answer ended: its next_cursor */
                cursor?: string;
                limit?: number;
                /** @description The repository that is asked about */
                repo_name: string;
                /** @description The repository that is asked about */
                repo_owner: string;
                /** @description symbol_id of an answer: owner/name path#Outer.inner, or owner/name path for a file */
                symbol_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The answer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The cursor of the next page; null on the last one */
                        next_cursor: string | null;
                        results: {
                            callee: string;
                            line: number;
                            path: string;
                            /** @enum {string} */
                            where: "inside" | "may_call";
                            /** @enum {string} */
                            why: "unresolved" | "ambiguous";
                        }[];
                        symbol: {
                            callees: number;
                            callers: number;
                            class_name: string | null;
                            complexity: number | null;
                            end_line: number;
                            kind: string;
                            language: string;
                            line_number: number;
                            name: string;
                            path: string;
                            qualified_name: string;
                            repo_id: string;
                            signature: string | null;
                            symbol_id: string;
                            /** @enum {string} */
                            type: "function" | "class" | "variable" | "file" | "module";
                        };
                        total: number;
                        /** @enum {boolean} */
                        truncated?: true;
                        unlisted: number;
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_repositories: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 100, and how many there are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IndexedRepositories"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    delete_repository: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                repo_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Gone for every reader; the rest is removed in the background */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryDeleted"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_repository_analytics: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                owner: string;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Days in UTC, the quiet ones too */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryAnalytics"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_audit: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                owner: string;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of the last 180 days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_dismissals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 500 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dismissals"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    take_back_dismissal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                fingerprint: string;
                owner: string;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description From the next review on it is said again */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DismissalTakenBack"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_pull_requests: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 100 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullRequestSummary"][];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_pull_request_conversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Threads on findings that were answered */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullRequestConversation"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_pull_request_facts: {
        parameters: {
            query?: {
                run_number?: number;
            };
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Of the commits that the newest review compared, or the run that is named; lists of at most 100 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullRequestFacts"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_reviews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 100 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewRunSummary"][];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    start_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    command: "review" | "full_review" | "lint";
                    /** @enum {string} */
                    mode?: "normal" | "deep";
                };
            };
        };
        responses: {
            /** @description The run that will begin */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewStarted"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource changed meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The resource changed meanwhile"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The source-code platform did not answer */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The source-code platform did not answer"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_review: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
                run_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewRunDetail"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_review_diff: {
        parameters: {
            query?: {
                cursor?: string;
                limit?: number;
            };
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
                run_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files with their hunks, at most 300 KB */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReviewDiff"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_review_sarif: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                owner: string;
                pr_number: number;
                repo: string;
                run_number: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A log of one run; at most 1,000 results, the gravest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SarifLog"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Not found */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Not found"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The resource changed meanwhile */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "The resource changed meanwhile"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_dashboard_analytics: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Days without findings are left out */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GlobalAnalytics"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_dashboard_stats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description As of now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardStats"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    list_overviews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 100, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RepositoryOverview"][];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    ask_support: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Our repository is not listed. What can we do? */
                    message: string;
                    /** @example A question about indexing */
                    subject: string;
                };
            };
        };
        responses: {
            /** @description Stored */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupportQueryReceived"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_tools_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        go_linter: {
                            configFile: string | null;
                            enabled: boolean;
                        };
                        javascript_linter: {
                            configFile: string | null;
                            enabled: boolean;
                        };
                        python_linter: {
                            configFile: string | null;
                            enabled: boolean;
                        };
                    };
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    set_tools_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    go_linter: {
                        /** @example pyproject.toml */
                        configFile: string | null;
                        /** @example true */
                        enabled: boolean;
                    };
                    javascript_linter: {
                        /** @example pyproject.toml */
                        configFile: string | null;
                        /** @example true */
                        enabled: boolean;
                    };
                    python_linter: {
                        /** @example pyproject.toml */
                        configFile: string | null;
                        /** @example true */
                        enabled: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The new settings */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        go_linter: {
                            configFile: string | null;
                            enabled: boolean;
                        };
                        javascript_linter: {
                            configFile: string | null;
                            enabled: boolean;
                        };
                        python_linter: {
                            configFile: string | null;
                            enabled: boolean;
                        };
                    };
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    check_repository_config: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Of the file
                     * @example mode: normal
                     */
                    text: string;
                };
            };
        };
        responses: {
            /** @description What a review would say of it */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedConfig"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Missing or invalid ID token */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Missing or invalid ID token"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Unsupported Media Type"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    receive_event: {
        parameters: {
            query?: never;
            header: {
                "X-Scm-Delivery"?: string;
                "X-Scm-Event": string;
                "X-Scm-Signature-256": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description What the event started, or why nothing */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            /** @description Bad request */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Bad request"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description You do not have permission to do this */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "You do not have permission to do this"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Request body too large */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Request body too large"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Validation failed */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": [
                     *         {
                     *           "loc": [
                     *             "query",
                     *             "limit"
                     *           ],
                     *           "msg": "Too big: expected number to be <=100",
                     *           "type": "too_big"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationError"];
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Too many requests"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Internal server error */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Internal server error"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Graph database unavailable */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "detail": "Graph database unavailable"
                     *     }
                     */
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    get_health: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It does */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alive"];
                };
            };
        };
    };
    get_readiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All do */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Ready"];
                };
            };
            /** @description One does not */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotReady"];
                };
            };
        };
    };
}
